import * as v from 'valibot'
import { boundedArray } from '../bounded.ts'
import type { Site } from '../site/site.ts'
import type { RemotePage } from './manifest.ts'

// Each with an image is a file of the release, of which it has 2,000 at most.
const maxAddresses = 2_000
// A page is described by one or two.
const maxObjects = 20

const AnyText = v.pipe(v.string(), v.minLength(1))
const ShortText = v.pipe(AnyText, v.maxLength(300))
const Address = v.pipe(
  v.string(),
  v.regex(/^\/(?![/\\])[^\s?#]*$/, 'expected an address such as /projects/one'),
)

/** An address, for a view of a page also with the name of a query parameter: `/auth/login?forgot`. */
const AddressOfView = v.pipe(
  v.string(),
  v.regex(
    /^\/(?![/\\])[^\s?#]*(?:\?[a-z-]+)?$/,
    'expected an address such as /projects/one or /search?advanced',
  ),
)

const commonEntries = {
  /** The page's path, with a value for each parameter. */
  address: AddressOfView,
  /** The canonical address of the page. */
  canonical: v.exactOptional(Address),
  /** schema.org objects without `@context`. A string that starts with `/` is an address of this site. */
  jsonLd: v.exactOptional(
    boundedArray(v.looseObject({ '@type': v.string() }), maxObjects, 'schema.org objects'),
  ),
  /** Its Open Graph image, where the owner's content has one. Missing: the build draws it. */
  image: v.exactOptional(v.string()),
}

/** Schema of the metadata of one address of a page, for search engines and previews. */
const PageMetadataSchema = v.strictObject({
  ...commonEntries,
  /** Replaces the manifest's title. */
  title: v.exactOptional(ShortText),
  description: v.exactOptional(ShortText),
})

/** Metadata of one address of a page, for search engines and previews. It is public, even for private pages. */
export type PageMetadata = v.InferOutput<typeof PageMetadataSchema>

const listEntries = {
  path: v.string(),
  /** The page's Open Graph image: a PNG of `openGraphImageSize` in the release. */
  image: v.exactOptional(v.pipe(v.string(), v.regex(/^prerendered\/open-graph-\d+\.png$/))),
}

/** Schema of the file with all metadata of a remote, each with the path of its page. In a build, its texts may have marks for the owner's values. */
export const PageMetadataListSchema = boundedArray(
  v.strictObject({ ...listEntries, head: PageMetadataSchema }),
  maxAddresses,
  'addresses',
)

/** Schema of the same with the owner's values, which may be longer than a build allows. */
export const FilledMetadataListSchema = v.array(
  v.strictObject({
    ...listEntries,
    head: v.strictObject({
      ...commonEntries,
      title: v.exactOptional(AnyText),
      description: v.exactOptional(AnyText),
    }),
  }),
)

/** The metadata of a remote. */
export type PageMetadataList = v.InferOutput<typeof PageMetadataListSchema>

/** What metadata is created from: the owner's values, the page and all pages of its remote, and the page's content. */
type PageMetadataContext<Content> = {
  readonly site: Site
  readonly page: RemotePage
  readonly pages: readonly RemotePage[]
} & ([Content] extends [never]
  ? object
  : {
      /** Marks, as everything that belongs to the owner: one entry describes the page at every address. */
      readonly content: Content
    })

/**
 * What `pages/<route>/metadata.ts` of a remote exports under the name `getMetadata`, where it exists. It runs once, in the
 * build, and never reaches the browser. For a page with parameters it must list every address that exists, unless
 * they follow from its content: the server answers all others with 404.
 */
export type GetMetadata<Content = never> = (context: PageMetadataContext<Content>) => readonly PageMetadata[]
