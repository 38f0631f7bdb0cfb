import {
  countSlots,
  filterCountAttribute,
  filteredOnlyAttribute,
  filteredOutcomes,
  filterRowsAttribute,
  toFilteredValue,
} from '@portico/kit/contract/row-filter.ts'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import type { Category, Row } from '../../../data/schema.ts'
import { getEntryPath, getRowId, getVariantId } from '../../../model/entry.ts'
import { openParameter, textParameter } from '../../../model/facet-values.ts'
import { createExampleRequest } from '../../../request/example-request.ts'
import { toText } from '../../../request/serialize-request.ts'
import { useApiTarget } from '../../../request/use-api-target.ts'
import { describeRow, listIds } from '../../../search/describe-row.ts'
import { facets } from '../../../search/facets.ts'
import styles from './no-script-search.module.css'

interface NoScriptSearchProps {
  readonly category: Category
  readonly title: string
}

/**
 * The search and the filters of a category without JavaScript. The server filters the prerendered rows by them. A link to a row
 * with variants leads to a list of them, and a link to a variant to its request.
 */
export function NoScriptSearch({ category: { path, rows }, title }: NoScriptSearchProps) {
  const filters = getUsefulFacets(rows)
  const described = rows.map((row) => {
    const { text, values } = describeRow(row, filters)
    return { text, values: { ...values, [openParameter]: listIds(row) } } // a link to a row shows only this one
  })
  const description = { [filterRowsAttribute]: JSON.stringify(described) }
  const showAll = <a href={path}>Show all</a>
  return (
    <>
      {rows.length > 1 ? (
        <search>
          <form action={path} className={styles.form} {...description}>
            <label className={styles.text}>
              {`Search in ${title}`}
              <input className={getInputClass()} type="search" name={textParameter} />
            </label>
            {filters.map(({ name, label, values }) => (
              <label key={name}>
                {label}
                <select className={getInputClass()} name={name}>
                  <option value="">Any</option>
                  {values.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
                    </option>
                  ))}
                </select>
              </label>
            ))}
            <button type="submit">Search</button>
            <p className={styles.count} {...onlyIf(filteredOutcomes.any)}>
              <span
                {...{ [filterCountAttribute]: `${countSlots.shown} of ${countSlots.all} endpoints match.` }}
              />{' '}
              {showAll}
            </p>
          </form>
        </search>
      ) : (
        <div {...description}>
          <p {...onlyIf(filteredOutcomes.any)}>{showAll}</p>
        </div>
      )}
      {rows.map((row) => (
        <NoScriptVariants key={getRowId(row)} path={path} row={row} />
      ))}
    </>
  )
}

function NoScriptVariants({ path, row }: { readonly path: string; readonly row: Row }) {
  const { base } = useApiTarget()
  if (!row.variants) return null
  const { param, noun, items } = row.variants
  const variants = items.map((variant) => ({ ...variant, id: getVariantId(row, variant) }))
  return (
    <>
      <ul
        className={styles.variants}
        aria-label={`${items.length} ${noun} of ${row.name}`}
        {...onlyIf(toFilteredValue(openParameter, getRowId(row)))}
      >
        {variants.map(({ id, name }) => (
          <li key={id}>
            <a href={getEntryPath({ path, id })}>{name}</a>
          </li>
        ))}
      </ul>
      {variants.map((variant) => (
        <section key={variant.id} {...onlyIf(toFilteredValue(openParameter, variant.id))}>
          <h2 className={styles.variant}>{variant.name}</h2>
          <p>
            {row.name}, <code>{`${param} ${variant.value}`}</code>
            {variant.sample && `: ${variant.sample}`}
          </p>
          <p>
            <code className={styles.request}>{toText(createExampleRequest(row, base, variant))}</code>
          </p>
        </section>
      ))}
    </>
  )
}

function onlyIf(outcome: string) {
  return { [filteredOnlyAttribute]: outcome }
}

/** Those that distinguish the rows of this category, with their values in it. */
function getUsefulFacets(rows: readonly Row[]): typeof facets {
  return facets
    .map((facet) => ({ ...facet, values: facet.values.filter(({ matches }) => rows.some(matches)) }))
    .filter(({ values }) => values.some(({ matches }) => !rows.every(matches)))
}
