import { Link } from '@portico/kit/contract/router.ts'
import type { ComponentType } from 'react'
import { categories } from '../../data/categories.build.ts'
import { hasGallery } from '../../data/preview-kind.ts'
import type { Category } from '../../data/schema.ts'
import { CopyAnnouncer } from '../../ui/copy-announcer.tsx'
import { describeCounts } from './describe-counts.ts'
import { EmptyCategory } from './empty-category.tsx'
import { Endpoints } from './endpoints.tsx'
import { galleryModule } from './gallery/lazy-gallery.tsx'
import styles from './listing.module.css'
import { loadOpenEntry } from './load-open-entry.ts'
import { AdjacentCategories } from './navigation/adjacent-categories.tsx'
import { CategoryNav } from './navigation/category-nav.tsx'
import { RequestNote } from './request-note.tsx'

/** Creates the page of a category. */
export async function createListing(category: Category): Promise<ComponentType> {
  // The gallery is at the top, and in the prerendered page. If it fails here, the component loads it again.
  const gallery = hasGallery(category) ? galleryModule.load().catch(() => {}) : null
  await Promise.all([gallery, loadOpenEntry()])
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
