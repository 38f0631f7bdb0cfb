import type { Block } from '@portico/kit/content/blocks.ts'
import { OwnerContentSchema } from '@portico/kit/content/content.ts'
import { type PageParameters, readContent } from '@portico/kit/content/content-selection.ts'

/** The owner's content, and the address of the page that shows it. */
export interface PageContent {
  readonly tree: unknown
  readonly parameters: PageParameters
}

interface ContentPath {
  readonly kind: 'text' | 'flag' | 'list' | 'object' | 'rich text'
  /** Whether a text may be the whole of an address. */
  readonly isAddress: boolean
  /** Whether the content may lack it. */
  readonly isOptional: boolean
  /** What a page must have asked for before it shows it: paths of what may be missing on the way, and of lists, with an index. */
  readonly needs: readonly string[]
}

/** The part of a schema that tells the form of a value. */
export interface Shape {
  readonly type: string
  readonly entries?: Readonly<Record<string, Shape>>
  readonly item?: Shape
  readonly wrapped?: Shape
  readonly pipe?: readonly { readonly type: string; readonly metadata?: unknown }[]
}

const root = 'page'

/** The form of what is at `path` of the content, with the path under which marks name it. Throws an Error if there is nothing. */
export function getContentShape(path: string): { readonly shape: Shape; readonly path: string } {
  const shape = walk(path.split('.'))?.shape
  if (shape === undefined) throw new Error(`the content has nothing at ${path}`)
  return { shape, path: `${root}.${path}` }
}

/** Describes what `path` leads to; null: nothing. */
export function describeContentPath(path: string): ContentPath | null {
  const [first, ...segments] = path.split('.')
  const place = first === root && segments.length > 0 ? walk(segments) : null
  if (place === null) return null
  const { inner, isOptional } = unwrap(place.shape)
  return {
    kind: getKind(inner),
    isAddress: hasMetadata(inner, 'isAddress'),
    isOptional,
    needs: place.needs,
  }
}

function walk(segments: readonly string[]): { shape: Shape; needs: readonly string[] } | null {
  let shape: Shape = OwnerContentSchema
  let here = root
  const needs: string[] = []
  for (const segment of segments) {
    const { inner, isOptional } = unwrap(shape)
    if (isOptional) needs.push(here)
    const next = inner.item === undefined || isRichText(inner) ? getEntry(inner, segment) : inner.item
    if (next === undefined || (next === inner.item && !/^(?:\d+|\*|:\w+)$/.test(segment))) return null
    if (next === inner.item && /^\d/.test(segment)) needs.push(`${here}|${Number(segment) + 1}`)
    shape = next
    here += `.${segment}`
  }
  return { shape, needs }
}

function getEntry({ entries = {} }: Shape, name: string): Shape | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
}

function getKind(shape: Shape): ContentPath['kind'] {
  if (isRichText(shape)) return 'rich text'
  if (shape.item !== undefined) return 'list'
  if (shape.entries !== undefined) return 'object'
  return shape.type === 'boolean' ? 'flag' : 'text'
}

/** The shape of an existing value. */
export function unwrap(shape: Shape): { readonly inner: Shape; readonly isOptional: boolean } {
  const { wrapped } = shape
  if (wrapped === undefined) return { inner: shape, isOptional: false }
  return { inner: unwrap(wrapped).inner, isOptional: true }
}

/** Whether a value of this form is an owner's text as a tree. */
export function isRichText(shape: Shape): boolean {
  return hasMetadata(shape, 'isRichText')
}

function hasMetadata({ pipe = [] }: Shape, name: string): boolean {
  return pipe.some(
    ({ type, metadata }) =>
      type === 'metadata' && typeof metadata === 'object' && metadata !== null && name in metadata,
  )
}

/** The value at `path`; `at` has the position in each list that the path goes through. undefined: there is none. */
export function readContentPath(path: string, page: PageContent | null, at: readonly number[]): unknown {
  const [first, ...segments] = path.split('.')
  if (page === null || first !== root) return undefined
  return readContent(page.tree, segments, { parameters: page.parameters, at })
}

/** The text at `path`, which the schema of the content has accepted as one. */
export function readRichText(
  path: string,
  page: PageContent | null,
  at: readonly number[],
): readonly Block[] {
  const value = readContentPath(path, page, at)
  return Array.isArray(value) ? value : []
}
