import {
  countSlots,
  type FilterRows,
  FilterRowsSchema,
  filterCountAttribute,
  filteredAttribute,
  filteredOnlyAttribute,
  filteredOutcomes,
  filterLimitAttribute,
  filterRowsAttribute,
  toFilteredValue,
} from '@portico/shared/release/row-filter.ts'
import * as v from 'valibot'
import { escapeHtml } from '../../http/html/html.ts'

/** The parameters of a request that a page without a script may filter by. */
export type FilterValues = Readonly<Record<string, string>>

/** Begins a page that is sent without the rest of its query. */
export const unfilteredPage = '<div data-page>'

const description = new RegExp(` ${filterRowsAttribute}="([^"]*)"`)
const count = new RegExp(`( ${filterCountAttribute}="([^"]*)"[^>]*>)`)
const form = new RegExp(`<form\\b[^>]* ${filterRowsAttribute}=.*?</form>`, 's')
const row = /<(tr|li)\b[^>]* data-row="[^>]*>.*?<\/\1>/gs
const limit = new RegExp(` ${filterLimitAttribute}="(\\d+)"`)
const filteredOnly = new RegExp(`<([a-z]+)\\b[^>]* ${filteredOnlyAttribute}="([^"]*)"[^>]*>.*?</\\1>`, 'gs')
const RowsSchema = v.pipe(v.string(), v.parseJson(), FilterRowsSchema)
const maxWords = 20

/** Removes what is only for a filtered page, and the description of the rows, which only the server reads. */
export function removeFilterParts(html: string): string {
  return html.includes(filterRowsAttribute) ? html.replace(filteredOnly, '').replace(description, '') : html
}

/**
 * Filters the rows of a prerendered page by its own form, whose fields get the values: each word of the text has to occur in a
 * row, and one of the chosen values of each kind. The page as it is, if it has no such form.
 */
export function filterRows(html: string, values: FilterValues): string {
  const rows = readRows(html)
  if (rows === null) return removeFilterParts(html)
  const chosen = readChoice(html, rows, values)
  const filled = html.replace(form, (whole) => fillFields(whole, values))
  if (chosen.words.length === 0 && chosen.selected.length === 0) return removeFilterParts(filled)
  const matches = rows.map((described) => isMatch(described, chosen))
  const matching = matches.filter(Boolean).length
  const most = Number(limit.exec(html)?.[1] ?? rows.length)
  const told: readonly string[] = [
    filteredOutcomes.any,
    matching === 0 ? filteredOutcomes.none : filteredOutcomes.some,
    ...(matching > most ? [filteredOutcomes.more] : []),
    ...chosen.selected.flatMap(({ name, wanted }) => wanted.map((value) => toFilteredValue(name, value))),
  ]
  let [at, shown] = [0, 0]
  return filled
    .replace(row, (whole) => (matches[at++] && shown++ < most ? whole : ''))
    .replace(filteredOnly, (whole, _tag, outcome: string) => (told.includes(decode(outcome)) ? whole : ''))
    .replace(description, '')
    .replace(count, (_whole, opening, text: string) => opening + fillCount(text, matching, rows.length))
    .replace(unfilteredPage, `<div data-page ${filteredAttribute}>`)
}

/** null: the page has no description of its rows, or another number of them. */
function readRows(html: string): FilterRows | null {
  const text = description.exec(html)?.[1]
  if (text === undefined) return null
  const rows = v.safeParse(RowsSchema, decode(text))
  return rows.success && rows.output.length === [...html.matchAll(row)].length ? rows.output : null
}

interface Choice {
  readonly words: readonly string[]
  /** The values of each kind, of which one has to match. */
  readonly selected: readonly { readonly name: string; readonly wanted: readonly string[] }[]
}

function readChoice(html: string, rows: FilterRows, values: FilterValues): Choice {
  const [fields = ''] = form.exec(html) ?? []
  const searchName = / type="search"[^>]* name="([^"]*)"/.exec(fields)?.[1] ?? ''
  const selected = Object.entries(values).flatMap(([name, value]) => {
    const wanted = value.split(',').filter((one) => rows.some((row) => listValues(row, name).includes(one)))
    return wanted.length === 0 ? [] : [{ name, wanted }]
  })
  const words = normalize(values[searchName] ?? '')
    .split(/\s+/)
    .filter(Boolean)
  return { words: words.slice(0, maxWords), selected }
}

/** Of the object itself: the name comes from an address. */
function listValues({ values }: FilterRows[number], name: string): readonly string[] {
  return Object.hasOwn(values, name) ? (values[name] ?? []) : []
}

function isMatch(row: FilterRows[number], { words, selected }: Choice): boolean {
  const own = normalize(row.text)
  return (
    words.every((word) => own.includes(word)) &&
    selected.every(({ name, wanted }) => listValues(row, name).some((value) => wanted.includes(value)))
  )
}

/** Lower case without accents, as a person types. */
function normalize(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function fillFields(fields: string, values: FilterValues): string {
  return fields
    .replace(
      /(<input\b[^>]* name="([^"]*)"[^>]*?)(?: value="[^"]*")?(\/?>)/g,
      (_whole, before, name: string, end) => {
        return `${before} value="${escapeHtml(values[name] ?? '')}"${end}`
      },
    )
    .replace(
      /(<select\b[^>]* name="([^"]*)"[^>]*>)(.*?<\/select>)/gs,
      (_whole, opening, name: string, options: string) => {
        const [wanted] = (values[name] ?? '').split(',')
        return (
          opening +
          options.replace(/ selected=""| value="([^"]*)"/g, (attribute, value) =>
            value === undefined ? '' : value === wanted ? `${attribute} selected=""` : attribute,
          )
        )
      },
    )
}

function fillCount(text: string, shown: number, all: number): string {
  return text.replace(countSlots.shown, String(shown)).replace(countSlots.all, String(all))
}

function decode(text: string): string {
  const characters: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'" }
  return text.replace(/&(quot|amp|lt|gt|#x27);/g, (whole, name) => characters[name] ?? whole)
}
