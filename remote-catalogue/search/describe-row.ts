import type { FilterRows } from '@portico/kit/contract/row-filter.ts'
import type { Row } from '../data/schema.ts'
import { getRowId, getVariantId } from '../model/entry.ts'
import type { facets } from './facets.ts'

/** Describes a row for the search and the filters without JavaScript, which find it by its variants as well. */
export function describeRow(row: Row, filters: typeof facets): FilterRows[number] {
  const values = filters.map(({ name, values }) => {
    return [name, values.filter(({ matches }) => matches(row)).map(({ value }) => value)] as const
  })
  return { text: listWords(row).join(' '), values: Object.fromEntries(values) }
}

/** The ids in links to a row: its own, and those of its variants. */
export function listIds(row: Row): string[] {
  return [getRowId(row), ...listVariants(row).map((variant) => getVariantId(row, variant))]
}

/** Each word once: the names of hundreds of variants have few. */
function listWords(row: Row): string[] {
  const variants = listVariants(row).flatMap(({ name, keywords = [] }) => [name, ...keywords])
  const texts = [row.name, row.desc, row.code, ...row.need.flat(), ...row.keywords, ...variants]
  return [...new Set(texts.join(' ').split(/\s+/))]
}

function listVariants({ variants }: Row) {
  return variants?.items ?? []
}
