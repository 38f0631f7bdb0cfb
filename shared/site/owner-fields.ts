import type { OAuthProvider } from '../account/account-api.ts'
import { getQueryStart, withoutFragment } from '../api/api-base.ts'
import { formatCalendarDate } from '../format.ts'
import { paths } from '../paths.ts'
import { toWhatsAppNumber } from '../whatsapp-link.ts'
import { getAge } from './age.ts'
import { toBareAddress } from './bare-address.ts'
import type { OptionalField, OwnerFilter } from './owner-marks.ts'
import { type Site, socialNetworks } from './site.ts'

/** The values for the marks of prerendered HTML. */
export interface OwnerValues {
  readonly site: Site
  /** The current year. */
  readonly year: number
  /** The site's address, such as `https://example.com`. */
  readonly publicUrl: string
  /** The providers with which visitors can log in. */
  readonly signInWith: readonly OAuthProvider[]
}

/** Reads a value; `at` has the position in each list that the path goes through. undefined: the owner has none. */
type Read<T> = (values: OwnerValues, at: readonly number[]) => T | undefined

const readLink: Read<Site['columns'][number]['links'][number]> = ({ site }, [column = 0, link = 0]) =>
  site.columns[column]?.links[link]

/** The values that a mark can name, by path; `*` stands for an item of a list. */
export const ownerTexts: ReadonlyMap<string, Read<string>> = new Map<string, Read<string>>([
  ['name', ({ site }) => site.name],
  ['headline', ({ site }) => site.headline],
  ['about', ({ site }) => site.about],
  ['birthDate', ({ site }) => site.birthDate],
  ['phone', ({ site }) => site.phone],
  ['email', ({ site }) => site.email],
  ['location', ({ site }) => site.location],
  ['news', ({ site }) => site.news],
  ['apiBase', ({ site }) => site.apiBase ?? undefined],
  ['skills.*', ({ site }, [skill = 0]) => site.skills[skill]],
  ['columns.*.title', ({ site }, [column = 0]) => site.columns[column]?.title],
  ['columns.*.links.*.label', (values, at) => readLink(values, at)?.label],
  ['columns.*.links.*.to', (values, at) => readLink(values, at)?.to],
  ['year', ({ year }) => String(year)],
  ['publicUrl', ({ publicUrl }) => publicUrl],
  ...socialNetworks.map((network): [string, Read<string>] => [
    `social.${network}`,
    ({ site }) => site.social[network],
  ]),
])

/** The lists that a mark can name, with the number of their items. */
export const ownerLists: ReadonlyMap<string, Read<number>> = new Map<string, Read<number>>([
  ['skills', ({ site }) => site.skills.length],
  ['columns', ({ site }) => site.columns.length],
  ['columns.*.links', ({ site }, [column = 0]) => site.columns[column]?.links.length],
])

/** The fields that a page must ask for, because an owner may have none. */
const optionalFields: Readonly<Record<OptionalField, Read<boolean>>> = {
  location: ({ site }) => site.location !== undefined,
  apiBase: ({ site }) => site.apiBase !== null,
  sample: ({ site }) => site.sample === true,
  skills: ({ site }) => site.skills.length > 0,
  columns: ({ site }) => site.columns.length > 0,
}

/** The conditions of a section. */
export const ownerConditions: ReadonlyMap<string, Read<boolean>> = new Map<string, Read<boolean>>([
  ...Object.entries(optionalFields),
  ['signInWith.any', ({ signInWith }) => signInWith.length > 0],
  ['signInWith.google', ({ signInWith }) => signInWith.includes('google')],
  ['signInWith.github', ({ signInWith }) => signInWith.includes('github')],
  ['columns.*.links.*.to|page', (values, at) => readLink(values, at)?.to.startsWith('/')],
])

/** Values that the schema accepts only as an address, and which may therefore be the whole of one. */
export const ownerAddresses: ReadonlySet<string> = new Set([
  ...socialNetworks.map((network) => `social.${network}`),
  'columns.*.links.*.to',
  'apiBase',
  'apiBase|baseUrl',
  'apiBase|base',
  'publicUrl',
])

/** How to derive a text; undefined: the owner has no value. */
export const ownerFilters: Readonly<
  Record<OwnerFilter, (value: string | undefined, values: OwnerValues) => string | undefined>
> = {
  age: (birthDate, { year }) => birthDate && getAge(birthDate, year),
  date: (date) => date && formatCalendarDate(date),
  digits: (phone) => phone && toWhatsAppNumber(phone),
  bare: (address) => address && toBareAddress(address),
  baseUrl: (apiBase, { publicUrl }) => withoutFragment(apiBase ?? publicUrl + paths.sandbox),
  base: (apiBase) => withoutFragment(apiBase ?? paths.sandbox),
  queryStart: (apiBase) => getQueryStart(apiBase ?? paths.sandbox),
  path: (path) => path?.slice(1),
}
