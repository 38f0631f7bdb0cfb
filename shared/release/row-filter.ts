import * as v from 'valibot'

/*
 * A list that the server can filter for visitors without JavaScript. The page has a form in a `noscript` element, whose fields
 * are named like the parameters in its URL, and whose attribute describes each row of the page, in order. The rows are `tr`
 * elements with `data-row`. The build of the remote writes the attribute; visitors don't get it.
 */

/** The attribute of the form that describes the rows: JSON, see `FilterRowsSchema`. */
export const filterRowsAttribute = 'data-filter-rows'

/** The attribute of an element in the form that says how many rows match; its value has `countSlots`. */
export const filterCountAttribute = 'data-filter-count'

/** Stand for the number of rows that match, and of all rows. */
export const countSlots = { shown: '{shown}', all: '{all}' } as const

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
