import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { describeSize } from '../../data/describe-size.ts'
import { PageSearch } from '../../global-search/page-search.tsx'
import { useView } from '../../model/use-view.ts'
import { CategoryCards } from './category-cards.tsx'
import { HowToUse } from './how-to-use.tsx'
import styles from './route.module.css'

/** `/api`: the search over all categories, the categories, and how to call the API. */
export function Component() {
  const [view, change] = useView()
  return (
    <div className={styles.page}>
      <PageHeader kicker={describeSize()} title="Small endpoints for everyday jobs" />
      <PageSearch view={view} change={change}>
        <CategoryCards />
      </PageSearch>
      <div className={styles.howTo}>
        <HowToUse />
      </div>
    </div>
  )
}
