import type { Values } from '@portico/kit/api/validate-values.ts'
import * as v from 'valibot'
import type { Row } from '../../data/schema.ts'
import { type Entry, getEntryPath } from '../../model/entry.ts'
import { getParameters } from '../../model/parameter.ts'
import { requestValuePrefix } from '../../model/view.ts'
import type { ExtraParameter } from '../build-request.ts'

/** Longer than any id or URL that an API accepts by GET. */
const maxValueCharacters = 2000
/** Escaped once more in `next` when the visitor has to log in first, it still fits into a server's 16 KB of headers. */
const maxLinkCharacters = 4000
const maxExtras = 10

const ValueSchema = v.pipe(v.string(), v.maxLength(maxValueCharacters))

/** The values in a link to a request. */
export interface SharedRequest {
  readonly values: Values
  /** Parameters that the row doesn't document. */
  readonly extras: readonly ExtraParameter[]
}

/**
 * A link to an entry with the values of its request, but never the key or a file. null if it would be too long, or if the
 * values are about a person.
 */
export function createRequestLink(
  entry: Entry,
  { values, extras }: SharedRequest,
  origin: string,
): string | null {
  const { row } = entry
  if (row.privacy) return null
  const url = new URL(getEntryPath(entry), origin)
  const set = (name: string, value: string) => url.searchParams.set(requestValuePrefix + name, value)
  for (const { name } of getSharedParameters(row)) {
    const value = values[name] ?? ''
    // An empty value counts where the example has one.
    if (value !== '' || row.example[name]) set(name, value)
  }
  if (row.needUnknown) {
    for (const { name, value } of extras) if (isExtraName(name.trim())) set(name.trim(), value)
  }
  return url.href.length > maxLinkCharacters ? null : url.href
}

/**
 * Reads the values for a row from the query of a URL. Unknown names and overlong values are ignored; other invalid values
 * are for the form to show.
 */
export function readSharedRequest(query: URLSearchParams, row: Row): SharedRequest {
  const shared = [...query].flatMap(([name, value]) =>
    !row.privacy && name.startsWith(requestValuePrefix) && v.is(ValueSchema, value)
      ? [{ name: name.slice(requestValuePrefix.length), value }]
      : [],
  )
  const names = new Set(getSharedParameters(row).map(({ name }) => name))
  const known = shared.filter(({ name }) => names.has(name))
  const unknown = shared.filter(({ name }) => isExtraName(name)).slice(0, maxExtras)
  return {
    values: Object.fromEntries(known.map(({ name, value }) => [name, value])),
    extras: row.needUnknown ? unknown : [],
  }
}

/** Whether an undocumented parameter has a name, and not that of the key or the operation. */
function isExtraName(name: string): boolean {
  return !['', 'api', 'code'].includes(name)
}

/** A parameter with a single value is no field. */
function getSharedParameters(row: Row) {
  return getParameters(row).filter(({ choices }) => choices?.length !== 1)
}
