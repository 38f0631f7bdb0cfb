/** A run of text. A plain string is the common case. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly to: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' }

/** A part of an owner's text: what Markdown says, as data that React draws; never HTML. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'image'; readonly image: ResponsiveImage }

/** An image in several formats and sizes, as the build made it. */
export interface ResponsiveImage {
  readonly alt: string
  /** Size of the original in pixels: the browser keeps the room before the file is there. */
  readonly width: number
  readonly height: number
  /** Best format first. */
  readonly sources: readonly { readonly type: string; readonly files: readonly ImageFile[] }[]
}

/** One file of an image: its address in the release, and how many pixels it is wide. */
interface ImageFile {
  readonly address: string
  readonly width: number
}
