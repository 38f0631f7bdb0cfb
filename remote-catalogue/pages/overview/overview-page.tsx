import { formatCount } from '@portico/shared/format.ts'
import { categories } from '../../data/categories.build.ts'
import { useView } from '../../model/use-view.ts'
import { createLazyModule, type LazyModule, useLazyModule } from '../../ui/lazy-module.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { CategoryCards } from './category-cards.tsx'
import { HowToUse } from './how-to-use.tsx'
import styles from './overview-page.module.css'

const searchModule: LazyModule<typeof import('../../global-search/search-chunk.ts')> = createLazyModule(
  () => import(/* webpackChunkName: "global-search" */ '../../global-search/search-chunk.ts'),
)

/** `/api`: what the API offers, how to call it, and the search over all categories. */
export function OverviewPage() {
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
        <Search />
      </section>
    </div>
  )
}

/** The search field above the cards. The cards don't wait for its code. */
function Search() {
  const [view, change] = useView()
  const search = useLazyModule(searchModule)
  if (search.status === 'loaded') {
    return (
      <search.module.PageSearch view={view} change={change}>
        <CategoryCards />
      </search.module.PageSearch>
    )
  }
  return (
    <>
      {search.status === 'failed' ? (
        <LoadError what="The search" retry={search.retry} />
      ) : (
        <p className={styles.loading}>Loading...</p>
      )}
      <CategoryCards />
    </>
  )
}

function describeSize(): string {
  const endpoints = categories.reduce((sum, { count }) => sum + count, 0)
  return `${formatCount(categories.length, 'category', 'categories')} with ${formatCount(endpoints, 'endpoint')}`
}
