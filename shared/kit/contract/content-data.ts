import * as v from 'valibot'

/** Schema of what the page at one address shows of the owner's content. */
const PageContentDataSchema = v.strictObject({
  /** What it is, see `nameSelection`. */
  name: v.string(),
  /** The parameters of the page's address. */
  parameters: v.record(v.string(), v.string()),
  /** What `selectContent` returns; the page parses it. */
  value: v.unknown(),
})

/** What the page at one address shows of the owner's content. */
export type PageContentData = v.InferOutput<typeof PageContentDataSchema>

/** Schema of the owner's content in the page data. */
export const ContentDataSchema = v.strictObject({
  /** Path of the content file: `/-/content/<hash>.json`. */
  address: v.pipe(v.string(), v.regex(/^\/-\/content\/[\w-]+\.json$/)),
  /** Missing: the requested page shows nothing of it, or not to this visitor. */
  page: v.exactOptional(PageContentDataSchema),
})

/** The owner's content in the page data. */
export type ContentData = v.InferOutput<typeof ContentDataSchema>
