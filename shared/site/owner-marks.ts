import { createElement, Fragment, type ReactNode } from 'react'
import type { OAuthProvider } from '../account/account-api.ts'
import type { Site } from './site.ts'

/*
 * The build renders pages without an owner. Where one of the owner's values belongs, it leaves a mark, which the server of
 * each site replaces: see `fill-owner-template.ts`. In the browser these functions only pass the values on.
 */

// Private use characters, which no text contains and which nothing escapes.
const open = '\uE000'
const close = '\uE001'

/**
 * Makes a derived value from a marked one, such as an age from a birth date. See `ownerFilters`. `base` is that of releases which
 * were built before rows showed the site's address.
 */
export type OwnerFilter = 'age' | 'date' | 'digits' | 'bare' | 'baseUrl' | 'base' | 'queryStart' | 'path'

/** True of a site whose values are marks, and the path of a list of marks. */
const siteMark = Symbol('marked site')
const listMark = Symbol('marked list')

/** A list of the owner's values, which may be one mark in place of all items. */
type OwnerList<T> = readonly T[] & { readonly [listMark]?: string }
type OwnerSite = Site & { readonly [siteMark]?: true }

/** The fields that may be missing or empty. */
export type OptionalField = 'location' | 'skills' | 'columns' | 'apiBase' | 'sample'

/** Where the server puts the value at `path`, such as `social.github`. */
export function writeMark(path: string): string {
  return open + path + close
}

/** Marks `list` as the items at `path`; for the build. */
export function markList<T>(path: string, list: T[]): T[] {
  return Object.assign(list, { [listMark]: path })
}

/** Marks `site` as one whose values are marks; for the build. */
export function markSite(site: Site): Site {
  return Object.assign(site, { [siteMark]: true as const })
}

/** Renders `render` for each item: `site.skills`, `site.columns` or the links of a column. */
export function eachOwner<T>(list: OwnerList<T>, render: (item: T) => ReactNode): ReactNode {
  const path = list[listMark]
  return path === undefined ? list.map(render) : renderSection(`*${path}`, list.map(render)[0])
}

/** Renders `render` where the owner has a value in `field`, and `otherwise` where they have none, or an empty list. */
export function whenOwner<Field extends OptionalField>(
  site: OwnerSite,
  field: Field,
  render: (value: NonNullable<Site[Field]>) => ReactNode,
  otherwise: () => ReactNode = () => null,
): ReactNode {
  const value = site[field]
  if (site[siteMark]) return renderSection(`?${field}`, hasValue(value) && render(value), otherwise())
  return hasValue(value) ? render(value) : otherwise()
}

/** The ways to log in besides a password that the operator of a site has set up. */
interface SignInWays {
  readonly site: OwnerSite
  readonly signInWith: readonly OAuthProvider[]
}

/** Renders `render` where the site offers to log in with a provider, or with any of them, and `otherwise` where it doesn't. */
export function whenSignInWith(
  { site, signInWith }: SignInWays,
  provider: OAuthProvider | 'any',
  render: () => ReactNode,
  otherwise: () => ReactNode = () => null,
): ReactNode {
  if (site[siteMark]) return renderSection(`?signInWith.${provider}`, render(), otherwise())
  const isOffered = provider === 'any' ? signInWith.length > 0 : signInWith.includes(provider)
  return isOffered ? render() : otherwise()
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

/** Derives a text from one of the owner's values. A new filter belongs in `ownerFilters`, with the same `compute`. */
export function deriveOwner(value: string, filter: OwnerFilter, compute: (value: string) => string): string {
  const [path] = readMark(value)?.split('|') ?? []
  return path === undefined ? compute(value) : writeMark(`${path}|${filter}`)
}

function readMark(value: string): string | null {
  return value.startsWith(open) ? value.slice(1, -1) : null
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
