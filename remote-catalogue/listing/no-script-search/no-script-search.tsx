import {
  countSlots,
  filterCountAttribute,
  filteredOnlyAttribute,
  filteredOutcomes,
  filterRowsAttribute,
} from '@portico/shared/release/row-filter.ts'
import { getInputClass } from '@portico/shared/ui/input-class.ts'
import type { Category, Row } from '../../data/schema.ts'
import { openParameter, textParameter } from '../../model/facet-values.ts'
import { describeRow, listIds } from '../../search/describe-row.ts'
import { facets } from '../../search/facets.ts'
import styles from './no-script-search.module.css'

interface NoScriptSearchProps {
  readonly category: Category
  readonly title: string
}

/** The search and the filters of a category without JavaScript. The server filters the prerendered rows by them. */
export function NoScriptSearch({ category: { path, rows }, title }: NoScriptSearchProps) {
  const filters = getUsefulFacets(rows)
  const described = rows.map((row) => {
    const { text, values } = describeRow(row, filters)
    return { text, values: { ...values, [openParameter]: listIds(row) } } // a link to a row shows only this one
  })
  return (
    <search>
      <form action={path} className={styles.form} {...{ [filterRowsAttribute]: JSON.stringify(described) }}>
        <label className={styles.text}>
          {`Search in ${title}`}
          <input className={getInputClass()} type="search" name={textParameter} />
        </label>
        {filters.map(({ name, label, values }) => (
          <label key={name}>
            {label}
            <select className={getInputClass()} name={name}>
              <option value="">Any</option>
              {values.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
            </select>
          </label>
        ))}
        <button type="submit">Search</button>
        <p className={styles.count} {...{ [filteredOnlyAttribute]: filteredOutcomes.any }}>
          <span
            {...{ [filterCountAttribute]: `${countSlots.shown} of ${countSlots.all} endpoints match.` }}
          />{' '}
          <a href={path}>Show all</a>
        </p>
      </form>
    </search>
  )
}

/** Those that distinguish the rows of this category, with their values in it. */
function getUsefulFacets(rows: readonly Row[]): typeof facets {
  return facets
    .map((facet) => ({ ...facet, values: facet.values.filter(({ matches }) => rows.some(matches)) }))
    .filter(({ values }) => values.some(({ matches }) => !rows.every(matches)))
}
