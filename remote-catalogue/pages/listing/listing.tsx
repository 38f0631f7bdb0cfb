import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { formatCount, formatNumber } from '@portico/kit/format.ts'
import { whenOwner } from '@portico/kit/site/owner-marks.ts'
import type { ComponentType } from 'react'
import { categories } from '../../data/categories.build.ts'
import { hasGallery, hasTextStyles } from '../../data/preview-kind.ts'
import type { Category, Row } from '../../data/schema.ts'
import { apiKeyPlaceholder } from '../../request/example-request.ts'
import { CopyAnnouncer } from '../../ui/copy-announcer.tsx'
import { EmptyCategory } from './empty-category.tsx'
import { Endpoints } from './endpoints.tsx'
import { galleryModule } from './gallery/lazy-gallery.tsx'
import { lettersModule } from './gallery/lazy-letters.ts'
import styles from './listing.module.css'
import { loadOpenEntry } from './load-open-entry.ts'
import { AdjacentCategories } from './navigation/adjacent-categories.tsx'
import { CategoryNav } from './navigation/category-nav.tsx'

/** Creates the page of a category. */
export async function createListing(category: Category): Promise<ComponentType> {
  // The gallery is at the top, and in the prerendered page. If it fails here, the component loads it again.
  await Promise.allSettled([
    hasGallery(category) && galleryModule.load(),
    hasTextStyles(category) && lettersModule.load(),
    loadOpenEntry(),
  ])
  return () => <Listing category={category} />
}

function Listing({ category }: { readonly category: Category }) {
  const { rows, note, seeAlso = [] } = category
  const { title, summary } = getSummary(category.path)
  return (
    <CopyAnnouncer>
      <div className={styles.page}>
        <CategoryNav path={category.path} />
        <div className={styles.listing}>
          <p className={styles.kicker}>
            <Link to="/api">API</Link>
          </p>
          <h1 tabIndex={-1}>{title}</h1>
          <p className={styles.summary}>
            <span>{summary}</span> {note}
          </p>
          <div className={styles.facts}>
            <ul className={styles.counts} aria-label="Contents">
              {describeCounts(rows).map((count) => (
                <li key={count}>{count}</li>
              ))}
            </ul>
            {rows.length > 0 && <RequestNote rows={rows} />}
          </div>
          {rows.length === 0 ? <EmptyCategory /> : <Endpoints category={category} title={title} />}
          {seeAlso.map(({ path, name }) => (
            <p key={path + name} className={styles.seeAlso}>
              See also <Link to={path}>{`${name} in ${getSummary(path).title}`}</Link>
            </p>
          ))}
          <AdjacentCategories path={category.path} />
        </div>
      </div>
    </CopyAnnouncer>
  )
}

function getSummary(path: string): { readonly title: string; readonly summary: string } {
  const category = categories.find((candidate) => candidate.path === path)
  if (!category) throw new Error(`data/categories.build.ts has no category ${path}`)
  return category
}

/** The size of a category: `8 template groups`, `199 variants`. */
function describeCounts(rows: readonly Row[]): string[] {
  const isGrouped = rows.some(({ group }) => group)
  const paid = rows.filter((row) => row.paid).length
  return [
    formatCount(rows.length, isGrouped ? 'template group' : 'endpoint'),
    ...['variants', 'styles', 'fonts', 'frames'].flatMap((noun) => countVariants(rows, noun)),
    ...(paid > 0 ? [`${formatNumber(paid)} for paid users only`] : []),
  ]
}

function countVariants(rows: readonly Row[], noun: string): string[] {
  const count = rows.reduce(
    (sum, { variants }) => sum + (variants?.noun === noun ? variants.items.length : 0),
    0,
  )
  if (count === 0) return []
  // Only one row has nested frames, so they are counted by its name.
  const owner = rows.find(({ variants }) => variants?.noun === 'frames')
  return [
    noun === 'frames'
      ? `${count} ${owner?.name.replace(/ frame$/, '')} variants`
      : `${formatNumber(count)} ${noun}`,
  ]
}

/** Explains once what all requests of the table have in common. */
function RequestNote({ rows }: { readonly rows: readonly Row[] }) {
  const { site } = useHost()
  const hasGet = rows.some(({ get }) => get === 'GET')
  return (
    <details className={styles.note}>
      <summary>How to call {rows.length === 1 ? 'this endpoint' : 'these endpoints'}</summary>
      <p>
        {hasGet ? (
          <>
            Every GET request also needs <code>code</code>, the operation, and <code>api</code>, your key, in
            addition to the required parameters.
          </>
        ) : (
          <>
            The body of a POST request also needs <code>api</code>, your key, but no <code>code</code>.
          </>
        )}{' '}
        Replace <code>{apiKeyPlaceholder}</code>.
      </p>
      {whenOwner(
        site,
        'apiBase',
        () => null,
        () => (
          <p>
            Requests go to this site’s sandbox. Use the key <code>{sandboxKeys.free}</code>, or{' '}
            <code>{sandboxKeys.paid}</code> for paid endpoints.
          </p>
        ),
      )}
    </details>
  )
}
