import type { Block, Inline, ResponsiveImage } from './blocks.ts'

/** How to make the elements of a text: of React in the browser, or HTML on the server. */
export interface ElementMaker<Node> {
  element(tag: string, attributes: Attributes, children: readonly Node[]): Node
  /** A link to a page of this site. */
  pageLink(to: string, children: readonly Node[]): Node
  text(text: string): Node
}

/** Attributes by React's names. */
export type Attributes = Readonly<Record<string, string | number>>

/** How wide an image of a text is displayed. */
const imageSizes = '(width >= 60rem) 42rem, 92vw'

/** Renders an owner's text. The server and the browser call this one function, so hydration finds what it renders. */
export function renderBlocks<Node>(blocks: readonly Block[], maker: ElementMaker<Node>): Node[] {
  return blocks.map((block) => renderBlock(block, maker))
}

function renderBlock<Node>(block: Block, maker: ElementMaker<Node>): Node {
  const { element } = maker
  const inlines = (parts: readonly Inline[]) => renderInlines(parts, maker)
  switch (block.kind) {
    case 'paragraph':
      return element('p', {}, inlines(block.children))
    case 'heading':
      return element('h3', {}, inlines(block.children))
    case 'list':
      return element(
        block.isOrdered ? 'ol' : 'ul',
        {},
        block.items.map((item) => element('li', {}, renderItem(item, maker))),
      )
    case 'quote':
      return element('blockquote', {}, renderBlocks(block.blocks, maker))
    case 'code':
      return element('pre', {}, [element('code', {}, [maker.text(block.text)])])
    case 'image':
      return element('div', {}, [renderImage(block.image, maker)])
  }
}

/** A list of lines has no paragraphs. */
function renderItem<Node>(blocks: readonly Block[], maker: ElementMaker<Node>): Node[] {
  const [only, ...others] = blocks
  const isLine = only?.kind === 'paragraph' && others.length === 0
  return isLine ? renderInlines(only.children, maker) : renderBlocks(blocks, maker)
}

function renderInlines<Node>(parts: readonly Inline[], maker: ElementMaker<Node>): Node[] {
  return joinTexts(parts).map((part) => renderInline(part, maker))
}

/** Texts next to each other are one node in a document, but two in React. */
function joinTexts(parts: readonly Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else if (part !== '') joined.push(part)
  }
  return joined
}

function renderInline<Node>(part: Inline, maker: ElementMaker<Node>): Node {
  if (typeof part === 'string') return maker.text(part)
  const children = (inner: readonly Inline[]) => renderInlines(inner, maker)
  switch (part.kind) {
    case 'strong':
      return maker.element('strong', {}, children(part.children))
    case 'emphasis':
      return maker.element('em', {}, children(part.children))
    case 'code':
      return maker.element('code', {}, [maker.text(part.text)])
    case 'break':
      return maker.element('br', {}, [])
    case 'link':
      return part.to.startsWith('/')
        ? maker.pageLink(part.to, children(part.children))
        : maker.element('a', { href: part.to }, children(part.children))
  }
}

function renderImage<Node>(
  { alt, width, height, avif, webp, src }: ResponsiveImage,
  { element }: ElementMaker<Node>,
): Node {
  const sizes = imageSizes
  return element('picture', {}, [
    element('source', { type: 'image/avif', srcSet: avif, sizes }, []),
    element(
      'img',
      {
        sizes,
        srcSet: webp,
        src,
        alt,
        width,
        height,
        loading: 'lazy',
        fetchPriority: 'auto',
        decoding: 'async',
      },
      [],
    ),
  ])
}
