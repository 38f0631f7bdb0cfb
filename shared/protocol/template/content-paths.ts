import type { Block } from '@portico/kit/content/blocks.ts'
import { isPageContentName, type PageContentName } from '@portico/kit/content/page-content-names.ts'
import { type NamedPageContent, pageContents } from '@portico/kit/content/page-contents.ts'

/** What a path of a page's content leads to. */
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

const getShape = (name: PageContentName): Shape => pageContents[name].schema

/** The form of a page's content, with the path under which marks name it. */
export function getContentShape(name: PageContentName): { readonly shape: Shape; readonly path: string } {
  return { shape: getShape(name), path: `page.${name}` }
}

/** Describes what `path` leads to; null: nothing. */
export function describeContentPath(path: string): ContentPath | null {
  const [root, name = '', ...segments] = path.split('.')
  if (root !== 'page' || !isPageContentName(name)) return null
  let shape: Shape | undefined = getShape(name)
  let here = `page.${name}`
  const needs: string[] = []
  let isOptional = false
  for (const segment of segments) {
    if (shape === undefined) return null
    if (isOptional) needs.push(here)
    const { inner } = unwrap(shape)
    if (inner.item !== undefined && !isRichText(inner)) {
      if (/^\d+$/.test(segment)) needs.push(`${here}|${Number(segment) + 1}`)
      else if (segment !== '*') return null
      shape = inner.item
    } else shape = Object.hasOwn(inner.entries ?? {}, segment) ? inner.entries?.[segment] : undefined
    here += `.${segment}`
    isOptional = shape !== undefined && unwrap(shape).isOptional
  }
  if (shape === undefined) return null
  const { inner } = unwrap(shape)
  return { kind: getKind(inner), isAddress: hasMetadata(inner, 'isAddress'), isOptional, needs }
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
export function readContentPath(
  path: string,
  content: NamedPageContent | null,
  at: readonly number[],
): unknown {
  const [, name, ...segments] = path.split('.')
  if (content === null || content.name !== name) return undefined
  let value: unknown = content.value
  let list = 0
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null) return undefined
    const key = segment === '*' ? String(at[list++]) : segment
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
  }
  return value
}

/** The text at `path`, which the schema of the content has accepted as one. */
export function readRichText(
  path: string,
  content: NamedPageContent | null,
  at: readonly number[],
): readonly Block[] {
  const value = readContentPath(path, content, at)
  return Array.isArray(value) ? value : []
}
