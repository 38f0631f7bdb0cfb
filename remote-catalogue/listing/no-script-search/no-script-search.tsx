import {
  countSlots,
  type FilterRows,
  filterCountAttribute,
  filterRowsAttribute,
} from '@portico/shared/release/row-filter.ts'
import { getInputClass } from '@portico/shared/ui/input-class.ts'
import type { Category, Row } from '../../data/schema.ts'
import { getRowId } from '../../model/entry.ts'
import { openParameter, textParameter } from '../../model/facet-values.ts'
import { facets } from '../../search/facets.ts'

interface NoScriptSearchProps {
  readonly category: Category
  readonly title: string
  /** This module is loaded by the build alone, and its style sheet would be, too. */
  readonly styles: Readonly<Record<string, string>>
}

/** The search and the filters of a category without JavaScript. The server filters the prerendered rows by them. */
export function NoScriptSearch({ category: { path, rows }, title, styles }: NoScriptSearchProps) {
  return (
    <search>
      <form
        action={path}
        className={styles.form}
        {...{ [filterRowsAttribute]: JSON.stringify(describeRows(rows)) }}
      >
        <label className={styles.text}>
          {`Search in ${title}`}
          <input className={getInputClass()} type="search" name={textParameter} />
        </label>
        {getUsefulFacets(rows).map(({ name, label, values }) => (
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
        <p className={styles.count}>
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

function describeRows(rows: readonly Row[]): FilterRows {
  return rows.map((row) => ({
    text: [row.name, row.desc, row.code, ...row.need.flat(), ...row.keywords, ...listVariants(row)].join(' '),
    values: {
      [openParameter]: [getRowId(row)], // a link to a row shows only this one
      ...Object.fromEntries(
        getUsefulFacets(rows).map(({ name, values }) => [
          name,
          values.filter(({ matches }) => matches(row)).map(({ value }) => value),
        ]),
      ),
    },
  }))
}

function listVariants({ variants }: Row): string[] {
  return (variants?.items ?? []).flatMap(({ name, keywords = [] }) => [name, ...keywords])
}
