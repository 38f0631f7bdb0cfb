import { countSlots, filteredOutcomes, toFilteredValue } from '@portico/kit/contract/row-filter.ts'
import { foldText } from '@portico/kit/fold-text.ts'
import { type FilledFilter, listParts, type Parts, type RowPart } from '@portico/protocol/template/parts.ts'

/** The parameters of a request that a page without a script may filter by. */
export type FilterValues = Readonly<Record<string, string>>

const maxWords = 20

/**
 * Filters the rows of a page by its own form, whose fields get the values: each word of the text has to occur in a row, and one of the
 * chosen values of each kind.
 */
export function filterRows(parts: Parts, values: FilterValues): FilledFilter {
  const all = listParts(parts)
  const rows = all.filter((part) => part.kind === 'row')
  const read = (name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')
  const search = all.find((part) => part.kind === 'field' && part.isFilter && part.type === 'search')
  const words = foldText(search?.kind === 'field' ? read(search.name) : '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxWords)
  const selected = Object.entries(values).flatMap(([name, value]) => {
    const wanted = value.split(',').filter((item) => rows.some((row) => listValues(row, name).includes(item)))
    return wanted.length === 0 ? [] : [{ name, wanted }]
  })
  if (words.length === 0 && selected.length === 0)
    return {
      isFiltered: false,
      outcomes: new Set(),
      isShown: () => true,
      shownCount: null,
      read,
      describe: () => '',
    }
  const matching = rows.filter(
    (row) =>
      words.every((word) => row.text.includes(word)) &&
      selected.every(({ name, wanted }) => listValues(row, name).some((value) => wanted.includes(value))),
  )
  const shown = new Set(matching.slice(0, matching[0]?.limit))
  const outcomes = new Set<string>([
    filteredOutcomes.any,
    matching.length === 0 ? filteredOutcomes.none : filteredOutcomes.some,
    ...(matching.length > shown.size ? [filteredOutcomes.more] : []),
    ...selected.flatMap(({ name, wanted }) => wanted.map((value) => toFilteredValue(name, value))),
  ])
  const describe = (count: string) =>
    count.replace(countSlots.shown, String(matching.length)).replace(countSlots.all, String(rows.length))
  const isShown = (row: RowPart) => shown.has(row)
  return { isFiltered: true, outcomes, isShown, shownCount: shown.size, read, describe }
}

/** Of the object itself: the name comes from an address. */
function listValues({ values }: RowPart, name: string): readonly string[] {
  return Object.hasOwn(values, name) ? (values[name] ?? []) : []
}
