import type { Block, Inline, ResponsiveImage } from '@portico/kit/content/blocks.ts'
import type { BlockContent, DefinitionContent, Heading, PhrasingContent, RootContent } from 'mdast'
import { createContentError, type TextFile } from './content-error.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** Makes the responsive image for `file` in `content/images`. `fail` creates the error for the line that names it. */
export type MakeImage = (
  source: { readonly file: string; readonly alt: string },
  fail: (message: string) => Error,
) => Promise<ResponsiveImage>

/** A second-level heading and the blocks below it. */
export interface Section {
  readonly heading: string
  readonly line: number
  readonly blocks: Block[]
}

interface Context {
  readonly file: TextFile
  readonly makeImage: MakeImage
}

/** Converts Markdown without first- and second-level headings; front matter is skipped. Throws a ContentError that names the line. */
export async function readBlocks(file: TextFile, makeImage: MakeImage): Promise<Block[]> {
  return toBlocks(getNodes(file), { file, makeImage })
}

function getNodes({ text }: TextFile): RootContent[] {
  return parseMarkdown(text).children.filter(({ type }) => type !== 'yaml')
}

/** Splits Markdown at second-level headings; front matter is skipped. Throws a ContentError that names the line. */
export async function readSections(file: TextFile, makeImage: MakeImage): Promise<Section[]> {
  const context = { file, makeImage }
  const parts: { head: Heading; nodes: RootContent[] }[] = []
  for (const node of getNodes(file)) {
    if (node.type === 'heading' && node.depth === 2) parts.push({ head: node, nodes: [] })
    else if (parts.length > 0) parts.at(-1)?.nodes.push(node)
    else throw fail(node, context, 'expected a heading (## …) before the first text')
  }
  return Promise.all(
    parts.map(async ({ head, nodes }) => ({
      heading: toInlines(head.children, context)
        .filter((part) => typeof part === 'string')
        .join(''),
      line: getLine(head),
      blocks: await toBlocks(nodes, context),
    })),
  )
}

type BlockNode = RootContent | BlockContent | DefinitionContent

function toBlocks(nodes: readonly BlockNode[], context: Context): Promise<Block[]> {
  return Promise.all(nodes.map((node) => toBlock(node, context)))
}

async function toBlock(node: BlockNode, context: Context): Promise<Block> {
  switch (node.type) {
    case 'paragraph': {
      const [only, ...others] = node.children
      if (only?.type === 'image' && others.length === 0) {
        if (!only.alt)
          throw fail(node, context, 'expected a description of the image: ![description](file.png)')
        const source = { file: only.url, alt: only.alt }
        const image = await context.makeImage(source, (message) => fail(node, context, message))
        return { kind: 'image', image }
      }
      return { kind: 'paragraph', children: toInlines(node.children, context) }
    }
    case 'heading':
      if (node.depth === 3) return { kind: 'heading', children: toInlines(node.children, context) }
      throw fail(node, context, `expected a third-level heading (###), got ${'#'.repeat(node.depth)}`)
    case 'list': {
      const items = await Promise.all(node.children.map((item) => toBlocks(item.children, context)))
      return { kind: 'list', isOrdered: node.ordered === true, items }
    }
    case 'blockquote':
      return { kind: 'quote', blocks: await toBlocks(node.children, context) }
    case 'code':
      return { kind: 'code', text: node.value }
    case 'html':
      throw fail(node, context, 'HTML is not supported; use Markdown, or put it in `backticks`')
    default:
      throw fail(node, context, `${node.type} is not supported`)
  }
}

function toInlines(nodes: readonly PhrasingContent[], context: Context): Inline[] {
  return nodes.map((node): Inline => {
    switch (node.type) {
      case 'text':
        return node.value.replace(/\r?\n/g, ' ')
      case 'strong':
      case 'emphasis':
        return { kind: node.type, children: toInlines(node.children, context) }
      case 'inlineCode':
        return { kind: 'code', text: node.value }
      case 'break':
        return { kind: 'break' }
      case 'link':
        if (!isTarget(node.url)) {
          throw fail(node, context, `expected a path such as /projects or an https address, got ${node.url}`)
        }
        return { kind: 'link', to: node.url, children: toInlines(node.children, context) }
      case 'image':
        throw fail(node, context, 'an image must be a paragraph of its own')
      case 'html':
        throw fail(node, context, 'HTML is not supported; use Markdown, or put it in `backticks`')
      default:
        throw fail(node, context, `${node.type} is not supported`)
    }
  })
}

/** Browsers resolve `//host`, and a backslash instead of a slash, to another site. */
function isTarget(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || /^(?:https?:\/\/|mailto:|tel:)\S+$/.test(url)
}

type Positioned = { readonly position?: { readonly start: { readonly line: number } } | undefined }

function getLine({ position }: Positioned): number {
  return position?.start.line ?? 1
}

function fail(node: Positioned, { file }: Context, message: string): Error {
  return createContentError(file, getLine(node), message)
}
