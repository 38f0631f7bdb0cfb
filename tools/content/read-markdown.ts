import type { Block, Inline, ResponsiveImage } from '@portico/shared/content/blocks.ts'
import type { BlockContent, DefinitionContent, Heading, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { mistake, type TextFile } from './content-error.ts'

/** Makes the image `file` of `content/images`; `fail` gives the error for a mistake in the line that names it. */
export type MakeImage = (
  named: { readonly file: string; readonly alt: string },
  fail: (what: string) => Error,
) => Promise<ResponsiveImage>

/** A heading of the second level with what stands below it. */
export interface Section {
  readonly heading: string
  readonly line: number
  readonly blocks: readonly Block[]
}

interface Reading {
  readonly file: TextFile
  readonly linesBefore: number
  readonly makeImage: MakeImage
}

/** Reads Markdown without headings of the first and second level. Throws a ContentError with the line of a mistake. */
export async function readBlocks(file: TextFile, makeImage: MakeImage, linesBefore = 0): Promise<Block[]> {
  const reading = { file, linesBefore, makeImage }
  return blocksOf(fromMarkdown(file.text).children, reading)
}

/** Reads Markdown that is divided by headings of the second level. Throws a ContentError with the line of a mistake. */
export async function readSections(
  file: TextFile,
  makeImage: MakeImage,
  linesBefore = 0,
): Promise<Section[]> {
  const reading = { file, linesBefore, makeImage }
  const parts: { head: Heading; nodes: RootContent[] }[] = []
  for (const node of fromMarkdown(file.text).children) {
    if (node.type === 'heading' && node.depth === 2) parts.push({ head: node, nodes: [] })
    else if (parts.length > 0) parts.at(-1)?.nodes.push(node)
    else throw fault(node, reading, 'expected a heading (## …) before the first text')
  }
  return Promise.all(
    parts.map(async ({ head, nodes }) => ({
      heading: inlinesOf(head.children, reading)
        .filter((part) => typeof part === 'string')
        .join(''),
      line: lineOf(head, reading),
      blocks: await blocksOf(nodes, reading),
    })),
  )
}

type BlockNode = RootContent | BlockContent | DefinitionContent

function blocksOf(nodes: readonly BlockNode[], reading: Reading): Promise<Block[]> {
  return Promise.all(nodes.map((node) => blockOf(node, reading)))
}

async function blockOf(node: BlockNode, reading: Reading): Promise<Block> {
  switch (node.type) {
    case 'paragraph': {
      const [only, ...others] = node.children
      if (only?.type === 'image' && others.length === 0) {
        if (!only.alt) throw fault(node, reading, 'expected what the image shows: ![words](file.png)')
        const named = { file: only.url, alt: only.alt }
        const image = await reading.makeImage(named, (what) => fault(node, reading, what))
        return { kind: 'image', image }
      }
      return { kind: 'paragraph', children: inlinesOf(node.children, reading) }
    }
    case 'heading':
      if (node.depth === 3) return { kind: 'heading', children: inlinesOf(node.children, reading) }
      throw fault(node, reading, `expected a heading of the third level (###), got ${'#'.repeat(node.depth)}`)
    case 'list': {
      const items = await Promise.all(node.children.map((item) => blocksOf(item.children, reading)))
      return { kind: 'list', isOrdered: node.ordered === true, items }
    }
    case 'blockquote':
      return { kind: 'quote', blocks: await blocksOf(node.children, reading) }
    case 'code':
      return { kind: 'code', text: node.value }
    case 'html':
      throw fault(node, reading, 'HTML is not read here; write it as Markdown, or in `back quotes`')
    default:
      throw fault(node, reading, `${node.type} is not read here`)
  }
}

function inlinesOf(nodes: readonly PhrasingContent[], reading: Reading): Inline[] {
  return nodes.map((node): Inline => {
    switch (node.type) {
      case 'text':
        return node.value.replace(/\s*\n\s*/g, ' ')
      case 'strong':
      case 'emphasis':
        return { kind: node.type, children: inlinesOf(node.children, reading) }
      case 'inlineCode':
        return { kind: 'code', text: node.value }
      case 'break':
        return { kind: 'break' }
      case 'link':
        if (!isTarget(node.url)) {
          throw fault(node, reading, `expected a path such as /projects or an https address, got ${node.url}`)
        }
        return { kind: 'link', to: node.url, children: inlinesOf(node.children, reading) }
      case 'image':
        throw fault(node, reading, 'an image is read only where it is a paragraph of its own')
      case 'html':
        throw fault(node, reading, 'HTML is not read here; write it as Markdown, or in `back quotes`')
      default:
        throw fault(node, reading, `${node.type} is not read here`)
    }
  })
}

/** Browsers take `//host`, and a backslash for a slash, for another site. */
function isTarget(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || /^(?:https?:\/\/|mailto:|tel:)\S+$/.test(url)
}

type Placed = { readonly position?: { readonly start: { readonly line: number } } | undefined }

function lineOf({ position }: Placed, { linesBefore }: Reading): number {
  return (position?.start.line ?? 1) + linesBefore
}

function fault(node: Placed, reading: Reading, what: string): Error {
  return mistake(reading.file, lineOf(node, reading), what)
}
