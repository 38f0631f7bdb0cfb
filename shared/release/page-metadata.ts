import * as v from 'valibot'
import type { Site } from '../site/site.ts'
import type { RemotePage } from './manifest.ts'

const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const Address = v.pipe(
  v.string(),
  v.regex(/^\/(?![/\\])[^\s?#]*$/, 'expected an address such as /projects/one'),
)

/** Shape of what search engines and previews are told of one address of a page. */
const PageMetadataSchema = v.strictObject({
  /** The page's path, with a value for each parameter. */
  address: Address,
  /** Stands for the manifest's title. */
  title: v.exactOptional(Text),
  description: v.exactOptional(Text),
  /** The address under which the same page is to be known. */
  canonical: v.exactOptional(Address),
  /** Things of schema.org, without `@context`. A text that begins with `/` is an address of this site. */
  jsonLd: v.exactOptional(v.array(v.looseObject({ '@type': v.string() }))),
})

/** What search engines and previews are told of one address of a page. It is public, whoever may see the page. */
export type PageMetadata = v.InferOutput<typeof PageMetadataSchema>

/** Shape of the file that a build makes of all metadata of a remote: each with the path of its page. */
export const PageMetadataListSchema = v.array(
  v.strictObject({
    path: v.string(),
    head: PageMetadataSchema,
    /** The file of the release that previews show of the page: a PNG of `openGraphImageSize`. */
    image: v.exactOptional(v.pipe(v.string(), v.regex(/^prerendered\/open-graph-\d+\.png$/))),
  }),
)

/** Every head of a remote. */
export type PageMetadataList = v.InferOutput<typeof PageMetadataListSchema>

/** What a head is made from: the owner's values, the page and all pages of its remote. */
export interface PageMetadataContext {
  readonly site: Site
  readonly page: RemotePage
  readonly pages: readonly RemotePage[]
}

/**
 * What `pages/<route>/metadata.ts` of a remote exports under the name `getMetadata`, where it exists. It runs once, in the
 * build, and never reaches the browser.
 */
export type GetMetadata = (context: PageMetadataContext) => readonly PageMetadata[]
