import * as v from 'valibot'
import type { Site } from '../site/site.ts'
import type { RemotePage } from './manifest.ts'

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const Address = v.pipe(
  v.string(),
  v.regex(/^\/(?![/\\])[^\s?#]*$/, 'expected an address such as /projects/one'),
)

/** Shape of what search engines and previews are told of one address of a page. */
const PageHeadSchema = v.strictObject({
  /** The page's path, with a value for each parameter. */
  address: Address,
  /** Stands for the manifest's title. */
  title: v.exactOptional(Text),
  description: v.exactOptional(Text),
  /** The address under which the same page is to be known. */
  canonical: v.exactOptional(Address),
  /** Things of schema.org, without `@context`. A text that begins with `/` is an address of this site. */
  things: v.exactOptional(v.array(v.looseObject({ '@type': v.string() }))),
})

/** What search engines and previews are told of one address of a page. It is public, whoever may see the page. */
export type PageHead = v.InferOutput<typeof PageHeadSchema>

/** Shape of the file that a build makes of all heads of a remote: each with the path of its page. */
export const PageHeadsSchema = v.array(
  v.strictObject({
    path: v.string(),
    head: PageHeadSchema,
    /** The file of the release that previews show of the page: a PNG of `sharePictureSize`. */
    picture: v.exactOptional(v.pipe(v.string(), v.regex(/^ahead\/share-\d+\.png$/))),
  }),
)

/** Every head of a remote. */
export type PageHeads = v.InferOutput<typeof PageHeadsSchema>

/** What a head is made from: the owner's values, the page and all pages of its remote. */
export interface HeadParts {
  readonly site: Site
  readonly page: RemotePage
  readonly pages: readonly RemotePage[]
}

/**
 * What a remote's `heads.ts`, where it has one, exports under the name `heads`: what is told of a page, by the name of
 * its first chunk. The build calls it once; nothing of it reaches the browser.
 */
export type Heads = Readonly<Record<string, (parts: HeadParts) => readonly PageHead[]>>
