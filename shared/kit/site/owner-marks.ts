import { createElement, Fragment, type ReactNode } from 'react'
import type { OAuthProvider } from '../account/oauth-providers.ts'
import type { Block } from '../content/blocks.ts'
import { markStart, writeMark } from './write-mark.ts'

/*
 * The build renders pages without an owner. Where one of the owner's values belongs, it leaves a mark, of which it makes a part of a
 * template: see `shared/protocol/template`. In the browser these functions only pass the values on.
 */

/** Makes a derived value from a marked one, such as an age from a birth date. See `getOwnerFilter`. */
export type OwnerFilter = 'age' | 'date' | 'digits' | 'bare' | 'baseUrl' | 'queryStart' | 'path'

/** The paths of the fields of an object whose values are marks, and the path of a list of marks and of a text. */
const objectMark = Symbol('marked object')
const listMark = Symbol('marked list')
const richTextMark = Symbol('marked text')

/** A list of the owner's values, which may be one mark in place of all items, or the one at a position. */
type OwnerList<T> = readonly T[] & {
  readonly [listMark]?: { readonly path: string; readonly createItem: (position: number) => T }
}

/** Marks `list`, which has one item, as the items at `path`; for the build. `createItem` makes the one at a position. */
export function markList<T>(
  path: string,
  list: T[],
  createItem: (position: number) => T = () => list[0] as T,
): T[] {
  return Object.assign(list, { [listMark]: { path, createItem } })
}

/** Marks `object`, whose values are marks, for the build: `getPath` returns the path of a field. */
export function markObject<T extends object>(object: T, getPath: (field: string) => string): T {
  return Object.assign(object, { [objectMark]: getPath })
}

/** Whether the values of `object` are marks. */
export function isMarked(object: object): boolean {
  return objectMark in object
}

/** An owner's text at `path`; for the build. */
export function markRichText(path: string): Block[] {
  return Object.assign([], { [richTextMark]: path })
}

/** Renders a text of the owner, which is a tree. */
export function renderOwnerText(
  blocks: readonly Block[] & { readonly [richTextMark]?: string },
  render: (blocks: readonly Block[]) => ReactNode,
): ReactNode {
  const path = blocks[richTextMark]
  return path === undefined ? render(blocks) : writeMark(`${path}|html`)
}

/** Renders `render` for each item of a list of the owner's values. */
export function eachOwner<T>(list: OwnerList<T>, render: (item: T) => ReactNode): ReactNode {
  return eachWithFirst(list, render, render)
}

/** Renders `renderFirst` for the first item of a list, and `render` for all others. */
export function eachWithFirst<T>(
  list: OwnerList<T>,
  renderFirst: (item: T) => ReactNode,
  render: (item: T) => ReactNode,
): ReactNode {
  const path = list[listMark]?.path
  if (path === undefined) return list.map((item, index) => (index === 0 ? renderFirst(item) : render(item)))
  const [first] = list.map(renderFirst)
  if (render === renderFirst) return renderSection(`*${path}`, first)
  return renderSection(`*${path}`, renderSection(`?${path}.*|first`, first, list.map(render)[0]))
}

/** Renders a list of at most `max` items as a whole: for what depends on their number. Nothing if it is empty. */
export function withOwnerItems<T>(
  list: OwnerList<T>,
  max: number,
  render: (items: readonly T[]) => ReactNode,
): ReactNode {
  const marked = list[listMark]
  if (marked === undefined) return list.length === 0 ? null : render(list)
  const items = Array.from({ length: max }, (_, position) => marked.createItem(position))
  const sections = items.map((_, position) =>
    renderSection(`?${marked.path}|${position + 1}`, render(items.slice(0, position + 1))),
  )
  return createElement(Fragment, null, sections)
}

/** Renders `render` where the owner has a value in `field` of `object`, and `otherwise` where they have none, or an empty list. */
export function whenOwner<T extends object, Field extends keyof T & string>(
  object: T & { readonly [objectMark]?: (field: string) => string },
  field: Field,
  render: (value: NonNullable<T[Field]>) => ReactNode,
  otherwise: () => ReactNode = () => null,
): ReactNode {
  const value = object[field]
  const getPath = object[objectMark]
  if (getPath === undefined) return hasValue(value) ? render(value) : otherwise()
  return renderSection(`?${getPath(field)}`, hasValue(value) && render(value), otherwise())
}

/** The login providers that the operator of a site has set up. */
interface SignInWays {
  readonly site: object
  readonly signInWith: readonly OAuthProvider[]
}

/** Renders `render` where the site offers to log in with a provider, or with any of them, and `otherwise` where it doesn't. */
export function whenSignInWith(
  { site, signInWith }: SignInWays,
  provider: OAuthProvider | 'any',
  render: () => ReactNode,
  otherwise: () => ReactNode = () => null,
): ReactNode {
  if (isMarked(site)) return renderSection(`?signInWith.${provider}`, render(), otherwise())
  const isOffered = provider === 'any' ? signInWith.length > 0 : signInWith.includes(provider)
  return isOffered ? render() : otherwise()
}

/** Renders `render` where the site follows a stream of pairing codes for the bot of the page, and `otherwise` where it doesn't. */
export function whenPairingStream(
  site: { readonly pairingStreams?: Readonly<Record<string, string>> | undefined },
  slug: string,
  render: (stream: string) => ReactNode,
  otherwise: () => ReactNode,
): ReactNode {
  if (isMarked(site)) return renderSection(`?${readMark(slug)}|pairingStream`, render(''), otherwise())
  const streams = site.pairingStreams ?? {}
  const stream = Object.hasOwn(streams, slug) ? streams[slug] : undefined
  return stream === undefined ? otherwise() : render(stream)
}

function hasValue<T>(value: T): value is NonNullable<T> {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** Renders a link of the owner: to a page of this site, or to another site. */
export function chooseTarget(
  to: string,
  renderPage: (to: string) => ReactNode,
  renderOther: (to: string) => ReactNode,
): ReactNode {
  const path = readMark(to)
  // A router needs to see that it is a path.
  if (path !== null)
    return renderSection(`?${path}|page`, renderPage(`/${writeMark(`${path}|path`)}`), renderOther(to))
  return to.startsWith('/') ? renderPage(to) : renderOther(to)
}

/** Derives a text from one of the owner's values. A new filter belongs in `getOwnerFilter`, with the same `compute`. */
export function deriveOwner(value: string, filter: OwnerFilter, compute: (value: string) => string): string {
  const [path] = readMark(value)?.split('|') ?? []
  return path === undefined ? compute(value) : writeMark(`${path}|${filter}`)
}

function readMark(value: string): string | null {
  return value.startsWith(markStart) ? value.slice(1, -1) : null
}

function renderSection(mark: string, content: ReactNode, otherwise: ReactNode = null): ReactNode {
  return createElement(
    Fragment,
    { key: mark },
    writeMark(mark),
    content,
    writeMark(':'),
    otherwise,
    writeMark('/'),
  )
}
