import * as v from 'valibot'

/*
 * A list that the server can filter for visitors without JavaScript. The page has a form in a `noscript` element, whose fields
 * are named like the parameters in its URL, and whose attribute describes each row of the page, in order. A page without fields
 * has the attribute on another element. The rows are `tr` or `li` elements with `data-row`; `details` in the only one that matches are open. The build of the remote turns these
 * attributes into parts of a template; nobody else gets them.
 */

/** The attribute of each row, which stays. */
export const rowAttribute = 'data-row'

/** The attribute of the form that describes the rows: JSON, see `FilterRowsSchema`. */
export const filterRowsAttribute = 'data-filter-rows'

/** The attribute of an element that says how many rows match; its value has `countSlots`. */
export const filterCountAttribute = 'data-filter-count'

/** Stand for the number of rows that match, and of all rows. */
export const countSlots = { shown: '{shown}', all: '{all}' } as const

/**
 * The attribute of an element that is only in a page while it is filtered, such as a list of results: one of
 * `filteredOutcomes`, or a `toFilteredValue`.
 */
export const filteredOnlyAttribute = 'data-filtered-only'

/** When an element is in the filtered page: always, if rows match, if none does, or if more match than are shown. */
export const filteredOutcomes = { any: 'any', some: 'some', none: 'none', more: 'more' } as const

/** When an element is in the filtered page: if the parameter `name` has this value, and a row has it, too. */
export function toFilteredValue(name: string, value: string): string {
  return `${name}=${value}`
}

/** The attribute of the list that says how many rows are shown at most; by default all that match. */
export const filterLimitAttribute = 'data-filter-limit'

/** The attribute of what is around the page while it is filtered, for its styles. */
export const filteredAttribute = 'data-filtered'

/** Schema of the rows that a form can filter. */
export const FilterRowsSchema = v.array(
  v.strictObject({
    /** What the search finds it by. */
    text: v.string(),
    /** Its values, by the name of the parameter that chooses among them. */
    values: v.record(v.string(), v.array(v.string())),
  }),
)

/** What a form can filter. */
export type FilterRows = v.InferOutput<typeof FilterRowsSchema>
