import { PageHeader } from '@portico/shared/ui/page-header.tsx'
import { Section } from '@portico/shared/ui/section.tsx'
import { describeSize } from '../../data/describe-size.ts'
import { PageSearch } from '../../global-search/page-search.tsx'
import { useView } from '../../model/use-view.ts'
import { CategoryCards } from './category-cards.tsx'
import { HowToUse } from './how-to-use.tsx'
import styles from './route.module.css'

/** `/api`: what the API offers, how to call it, and the search over all categories. */
export function Component() {
  const [view, change] = useView()
  return (
    <div className={styles.page}>
      <PageHeader kicker="API" title="Small endpoints for everyday jobs">
        Download media, search the web, turn text into images, convert files, look things up. Each job is one
        request with a few parameters.
      </PageHeader>
      <HowToUse />
      <Section
        id="api-categories"
        heading="Categories"
        aside={
          <p className={styles.size} role="status">
            {describeSize()}
          </p>
        }
      >
        <PageSearch view={view} change={change}>
          <CategoryCards />
        </PageSearch>
      </Section>
    </div>
  )
}
