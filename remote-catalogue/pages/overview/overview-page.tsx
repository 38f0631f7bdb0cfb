import { formatCount } from '@portico/shared/format.ts'
import { categories } from '../../data/categories.build.ts'
import { PageSearch } from '../../global-search/page-search.tsx'
import { useView } from '../../model/use-view.ts'
import { CategoryCards } from './category-cards.tsx'
import { HowToUse } from './how-to-use.tsx'
import styles from './overview-page.module.css'

/** `/api`: what the API offers, how to call it, and the search over all categories. */
export function OverviewPage() {
  const [view, change] = useView()
  return (
    <div className={styles.page}>
      <div className={styles.header}>
        <p className={styles.kicker}>API</p>
        <h1 className={styles.title} tabIndex={-1}>
          Small endpoints for everyday jobs
        </h1>
        <p className={styles.lead}>
          Download media, search the web, turn text into images, convert files, look things up. Each job is
          one request with a few parameters.
        </p>
      </div>
      <HowToUse />
      <section className={styles.categories} aria-labelledby="api-categories">
        <div className={styles.heading}>
          <h2 id="api-categories">Categories</h2>
          <p role="status">{describeSize()}</p>
        </div>
        <PageSearch view={view} change={change}>
          <CategoryCards />
        </PageSearch>
      </section>
    </div>
  )
}

function describeSize(): string {
  const endpoints = categories.reduce((sum, { count }) => sum + count, 0)
  return `${formatCount(categories.length, 'category', 'categories')} with ${formatCount(endpoints, 'endpoint')}`
}
