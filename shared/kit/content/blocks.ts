import * as v from 'valibot'
import { Address, Text } from './content-values.ts'

/** A run of text. A plain string is the common case. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly to: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' }

/** A block of an owner's text: Markdown as data, never HTML. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'image'; readonly image: ResponsiveImage }

/** The `srcset` of an image in one format: files below `/-/content/` with their widths. */
const SourceSet = v.pipe(
  v.string(),
  v.regex(
    /^\/-\/content\/media\/[\w.-]+ \d+w(?:, \/-\/content\/media\/[\w.-]+ \d+w)*$/,
    'expected the files of an image with their widths',
  ),
)
const Pixels = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Schema of an image in several formats and sizes. */
export const ResponsiveImageSchema = v.strictObject({
  alt: Text,
  /** Size of the original in pixels, with which the browser reserves space. */
  width: Pixels,
  height: Pixels,
  /** The files of each format, best first. */
  avif: SourceSet,
  webp: SourceSet,
  /** The largest file of the most widely supported format. */
  src: Address,
})

export type ResponsiveImage = v.InferOutput<typeof ResponsiveImageSchema>

/** A path of this site, or the URL of a page, an email address or a phone number. Browsers take `//host` and `/\host` for another site. */
const Target = v.pipe(
  v.string(),
  v.regex(/^(?:\/(?![/\\]).*|(?:https?:\/\/|mailto:|tel:)\S+)$/, 'expected a path or an address'),
)

const InlineSchema: v.GenericSchema<Inline> = v.lazy(() =>
  v.union([
    v.string(),
    v.strictObject({ kind: v.picklist(['strong', 'emphasis']), children: v.array(InlineSchema) }),
    v.strictObject({ kind: v.literal('code'), text: v.string() }),
    v.strictObject({ kind: v.literal('link'), to: Target, children: v.array(InlineSchema) }),
    v.strictObject({ kind: v.literal('break') }),
  ]),
)

const BlockSchema: v.GenericSchema<Block> = v.lazy(() =>
  v.variant('kind', [
    v.strictObject({ kind: v.picklist(['paragraph', 'heading']), children: v.array(InlineSchema) }),
    v.strictObject({
      kind: v.literal('list'),
      isOrdered: v.boolean(),
      items: v.array(v.array(BlockSchema)),
    }),
    v.strictObject({ kind: v.literal('quote'), blocks: v.array(BlockSchema) }),
    v.strictObject({ kind: v.literal('code'), text: v.string() }),
    v.strictObject({ kind: v.literal('image'), image: ResponsiveImageSchema }),
  ]),
)

/** Schema of an owner's text. The server renders it to HTML, see `renderBlocksToHtml`. */
export const BlocksSchema = v.pipe(v.array(BlockSchema), v.metadata({ isRichText: true }))
