import {
  countSlots,
  filterCountAttribute,
  filteredOnlyAttribute,
  filteredOutcomes,
  filterLimitAttribute,
  filterRowsAttribute,
} from '@portico/kit/contract/row-filter.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { getInputClass } from '@portico/kit/ui/input-class.ts'
import { use } from 'react'
import { categories } from '../data/categories.build.ts'
import { loadCatalogue } from '../data/load-category.ts'
import type { Category } from '../data/schema.ts'
import { getEntryPath, getRowId } from '../model/entry.ts'
import { textParameter } from '../model/facet-values.ts'
import { describeRow } from '../search/describe-row.ts'
import { facets } from '../search/facets.ts'
import styles from './global-search.module.css'
import pageStyles from './page-search.module.css'

/** More than any category has, and still quick to read. */
const maxResults = 30

const path = '/api'
const label = 'Search all categories'
const catalogue = loadCatalogue()

/**
 * The search over all categories without JavaScript. The server leaves out the results that don't match, and without a search all
 * of them.
 */
export function NoScriptSearch() {
  const results = use(catalogue).flatMap(listResults)
  return (
    <search>
      <form
        action={path}
        className={`${styles.field} ${pageStyles.noScript}`}
        {...{ [filterRowsAttribute]: JSON.stringify(results.map(({ description }) => description)) }}
      >
        <input
          className={getInputClass()}
          type="search"
          name={textParameter}
          aria-label={label}
          placeholder={label}
        />
        <button type="submit" className={getButtonClass()}>
          Search
        </button>
      </form>
      <p className={styles.count} {...onlyIf(filteredOutcomes.any)}>
        <span {...{ [filterCountAttribute]: `${countSlots.shown} of ${countSlots.all} endpoints match.` }} />{' '}
        <a href={path}>Clear the search</a>
      </p>
      <p className={styles.count} {...onlyIf(filteredOutcomes.more)}>
        {`The first ${maxResults} are listed, in the order of the categories. Add a word to see fewer.`}
      </p>
      <p className={styles.hint} {...onlyIf(filteredOutcomes.none)}>
        No endpoint has all of these words. Try fewer or shorter ones, or choose a category below.
      </p>
      <ul
        className={`${styles.list} ${pageStyles.noScript}`}
        aria-label="Endpoints"
        {...onlyIf(filteredOutcomes.some)}
        {...{ [filterLimitAttribute]: maxResults }}
      >
        {results.map(({ name, address, title }) => (
          <li key={address} className={styles.item} data-row>
            <a className={styles.link} href={address}>
              <span className={styles.name}>{name}</span> <span className={styles.detail}>{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </search>
  )
}

/** The endpoints of a category, which are found by its title as well. */
function listResults({ path, rows }: Category) {
  const title = categories.find((category) => category.path === path)?.title ?? ''
  return rows.map((row) => {
    const { text, values } = describeRow(row, facets)
    const address = getEntryPath({ path, id: getRowId(row) })
    return { name: row.name, address, title, description: { text: `${title} ${text}`, values } }
  })
}

function onlyIf(outcome: keyof typeof filteredOutcomes) {
  return { [filteredOnlyAttribute]: outcome }
}
