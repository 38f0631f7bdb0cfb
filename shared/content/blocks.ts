/** A run of text. A plain string is the common case. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly to: string; readonly children: readonly Inline[] }
  | { readonly kind: 'break' }

/** A block of an owner's text: Markdown as data for React, never HTML. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'image'; readonly image: ResponsiveImage }

/** An image in several formats and sizes. */
export interface ResponsiveImage {
  readonly alt: string
  /** Size of the original in pixels, with which the browser reserves space. */
  readonly width: number
  readonly height: number
  /** Best format first. */
  readonly sources: readonly { readonly type: string; readonly files: readonly ImageFile[] }[]
}

/** One file of an image: its URL in the release and its width in pixels. */
interface ImageFile {
  readonly address: string
  readonly width: number
}
