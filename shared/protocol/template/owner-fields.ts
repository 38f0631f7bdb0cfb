import type { OAuthProvider } from '@portico/kit/account/oauth-providers.ts'
import { getQueryStart, withoutFragment } from '@portico/kit/api/api-base.ts'
import { readContent } from '@portico/kit/content/content-selection.ts'
import { formatCalendarDate } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { getAge } from '@portico/kit/site/age.ts'
import { toBareAddress } from '@portico/kit/site/bare-address.ts'
import type { OwnerFilter } from '@portico/kit/site/owner-marks.ts'
import { type Site, socialNetworks } from '@portico/kit/site/site.ts'
import { toWhatsAppNumber } from '@portico/kit/site/whatsapp-link.ts'
import { describeContentPath, type PageContent, readContentPath } from './content-paths.ts'

export interface OwnerValues {
  readonly site: Site
  /** The current year. */
  readonly year: number
  /** The site's address, such as `https://example.com`. */
  readonly publicUrl: string
  /** The providers with which visitors can log in. */
  readonly signInWith: readonly OAuthProvider[]
  /** The owner's content, if the page shows some of it. */
  readonly page?: PageContent | undefined
}

const socialTexts = socialNetworks.map((network) => `social.${network}`)
const linkTarget = 'columns.*.links.*.to'

/** The values of the site that a mark can name, by path; `*` stands for an item of a list. */
const siteTexts: ReadonlySet<string> = new Set([
  ...'name headline about birthDate phone email location news apiBase year publicUrl skills.*'.split(' '),
  ...['columns.*.title', 'columns.*.links.*.label', linkTarget],
  ...socialTexts,
])

const siteLists: ReadonlySet<string> = new Set(['skills', 'columns', 'columns.*.links'])

/** The fields that a page must ask for, because an owner may have none. */
const optionalFields: ReadonlySet<string> = new Set(['location', 'apiBase', 'sample', 'skills', 'columns'])

type Condition = (values: OwnerValues, at: readonly number[]) => boolean | undefined

const siteConditions: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ['signInWith.any', ({ signInWith }) => signInWith.length > 0],
  ['signInWith.google', ({ signInWith }) => signInWith.includes('google')],
  ['signInWith.github', ({ signInWith }) => signInWith.includes('github')],
  [`${linkTarget}|page`, (values, at) => readOwnerText(linkTarget, values, at)?.startsWith('/')],
])

/** Values that the schema accepts only as an address, and which may therefore be the whole of one. */
const siteAddresses: ReadonlySet<string> = new Set([
  ...socialTexts,
  ...[linkTarget, 'apiBase', 'apiBase|baseUrl', 'publicUrl'],
])

/** Derives a text; undefined: the owner has no value. */
type Filter = (value: string | undefined, values: OwnerValues) => string | undefined

const filters: Readonly<Record<OwnerFilter, Filter>> = {
  age: (birthDate, { year }) => birthDate && getAge(birthDate, year),
  date: (date) => date && formatCalendarDate(date),
  digits: (phone) => phone && toWhatsAppNumber(phone),
  bare: (address) => address && toBareAddress(address),
  baseUrl: (apiBase, { publicUrl }) => withoutFragment(apiBase ?? publicUrl + paths.sandbox),
  queryStart: (apiBase) => getQueryStart(apiBase ?? paths.sandbox),
  path: (path) => path?.slice(1),
}

/** The filter with this name; undefined: there is none. */
export function getOwnerFilter(name: string): Filter | undefined {
  return Object.entries(filters).find(([known]) => known === name)?.[1]
}

/** Whether a mark can name a text at `path`. */
export function isOwnerText(path: string): boolean {
  return siteTexts.has(path) || describeContentPath(path)?.kind === 'text'
}

/** Whether a mark can name a list at `path`. */
export function isOwnerList(path: string): boolean {
  return siteLists.has(path) || describeContentPath(path)?.kind === 'list'
}

/** Whether a section can depend on `name`: a value that may be missing, a list, or the position or number of its items. */
export function isOwnerCondition(name: string): boolean {
  if (optionalFields.has(name) || siteConditions.has(name)) return true
  const [path = '', suffix] = name.split('|')
  const described = describeContentPath(path)
  if (suffix === undefined)
    return described?.isOptional === true || /^(?:list|flag)$/.test(described?.kind ?? '')
  if (suffix === 'first') return path.endsWith('.*') && described !== null
  if (suffix === 'pairingStream') return described?.kind === 'text'
  return /^\d+$/.test(suffix) && described?.kind === 'list'
}

/** Whether a value, with its filter, may be the whole of an address. */
export function isOwnerAddress(name: string): boolean {
  return siteAddresses.has(name) || describeContentPath(name)?.isAddress === true
}

/** What a page must have asked for before it shows the value at `path`. */
export function listConditionsOf(path: string): readonly string[] {
  if (optionalFields.has(path)) return [path]
  const { needs = [], isOptional = false } = describeContentPath(path) ?? {}
  return isOptional ? [...needs, path] : needs
}

function readOwner(path: string, values: OwnerValues, at: readonly number[]): unknown {
  if (!siteTexts.has(path) && !siteLists.has(path) && !optionalFields.has(path))
    return readContentPath(path, values.page ?? null, at)
  return readContent(Object.hasOwn(values, path) ? values : values.site, path.split('.'), {
    parameters: {},
    at,
  })
}

/** The text at `path`; undefined: the owner has none. */
function readOwnerText(path: string, values: OwnerValues, at: readonly number[]): string | undefined {
  const value = readOwner(path, values, at)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export interface OwnerText {
  readonly path: string
  readonly filter: string | null
  /** As a component of a URL. */
  readonly isUrlPart: boolean
}

/** The text as the page shows it; undefined: the owner has none. */
export function readOwnerValue(
  { path, filter, isUrlPart }: OwnerText,
  values: OwnerValues,
  at: readonly number[],
): string | undefined {
  const value = readOwnerText(path, values, at)
  const text = filter === null ? value : getOwnerFilter(filter)?.(value, values)
  // encodeURIComponent throws for half of a surrogate pair.
  return isUrlPart && text !== undefined ? encodeURIComponent(text.toWellFormed()) : text
}

/** The number of items of the list at `path`. */
export function countOwnerItems(path: string, values: OwnerValues, at: readonly number[]): number {
  const value = readOwner(path, values, at)
  return Array.isArray(value) ? value.length : 0
}

/** Whether what a section depends on is the case. */
export function isOwnerConditionMet(name: string, values: OwnerValues, at: readonly number[]): boolean {
  const isMet = siteConditions.get(name)
  if (isMet !== undefined) return isMet(values, at) ?? false
  const [path = '', suffix] = name.split('|')
  if (suffix === 'first') return at.at(-1) === 0
  if (suffix === 'pairingStream')
    return Object.hasOwn(values.site.pairingStreams ?? {}, readOwnerText(path, values, at) ?? '')
  if (suffix !== undefined) return countOwnerItems(path, values, at) === Number(suffix)
  const value = readOwner(path, values, at)
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}
