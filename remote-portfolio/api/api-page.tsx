import { getApiTarget } from '@portico/shared/api/api-target.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { Link } from '@portico/shared/contract/router.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { PageHead } from '../ui/page-header/page-header.tsx'
import { wordsMatch } from '../ui/search-field/matches-words.ts'
import { SearchField } from '../ui/search-field/search-field.tsx'
import { useAddressText } from '../ui/search-field/use-search-text.ts'
import { Section } from '../ui/section/section.tsx'
import styles from './api-page.module.css'
import { categoriesOf, counted, sizeInWords } from './categories.ts'
import { getCategoryIcon } from './category-icons.ts'

/** `/api`: what the API offers, how it is called, and every category of endpoints on this site. */
export function ApiPage() {
  const { pages, Search } = useHost()
  const categories = categoriesOf(pages)
  const [text, change] = useAddressText()
  // Where nothing else on the site finds endpoints, the titles of their categories are searched.
  const isTitleSearch = Search === undefined
  const found = isTitleSearch
    ? categories.filter(({ title, summary }) => wordsMatch(text, [title, summary]))
    : categories
  return (
    <div className={styles.page}>
      <PageHead kicker="API" title="Small endpoints for everyday jobs">
        Download media, search the web, draw text and images, convert, look things up: each job is one request
        with a handful of parameters.
      </PageHead>
      <HowTo />
      <Section
        id="api-categories"
        heading="Categories"
        aside={
          categories.length > 0 && (
            <p className={styles.size} role="status">
              {!isTitleSearch || text.trim() === ''
                ? sizeInWords(categories)
                : foundInWords(found.length, text)}
            </p>
          )
        }
      >
        {isTitleSearch ? (
          <>
            {categories.length > 0 && <SearchField label="Search categories" text={text} change={change} />}
            <Categories categories={found} isSearched={categories.length > 0} />
          </>
        ) : (
          <Search place="page" text={text} change={change}>
            <Categories categories={found} isSearched={false} />
          </Search>
        )}
      </Section>
    </div>
  )
}

function HowTo() {
  const { base, demoKeys } = getApiTarget(useHost().site.apiBase, location.origin)
  return (
    <section className={styles.steps} aria-label="How to use it">
      <div className={styles.step}>
        <h2 className={styles.stepHeading}>Get a key</h2>
        {demoKeys === null ? (
          <p>
            Every request carries an API key. The provider gives out the keys: <a href={base}>{base}</a>
          </p>
        ) : (
          <p>
            Every request carries an API key. Calls go to the sandbox of this site, and its two keys are here
            for everyone: <code>{demoKeys.free}</code> opens all but what is for paid users only,{' '}
            <code>{demoKeys.paid}</code> opens that, too. Neither costs anything or opens anything else.
          </p>
        )}
      </div>
      <div className={styles.step}>
        <h2 className={styles.stepHeading}>Send a request</h2>
        <p>
          One address, one operation in <code>code</code>, your key in <code>api</code>, then what the
          operation needs:
        </p>
        <p className={styles.example}>
          <code>{requestShape(base)}</code>
        </p>
      </div>
      <div className={styles.step}>
        <h2 className={styles.stepHeading}>Know the limits</h2>
        <p>
          Any key opens nearly all endpoints. The few that are for paid users only are marked in their
          category’s table.
          {demoKeys !== null &&
            ' The sandbox does image edits, colours, letter styles and phone numbers for real; everything else it answers with a sample that is marked as one.'}
        </p>
      </div>
    </section>
  )
}

interface CategoriesProps {
  readonly categories: readonly RemotePage[]
  /** True: there are more than those that were found. */
  readonly isSearched: boolean
}

function Categories({ categories, isSearched }: CategoriesProps) {
  if (categories.length === 0 && isSearched) return null
  if (categories.length === 0) {
    return <p className={styles.empty}>No category is published on this site at the moment.</p>
  }
  return (
    <ul className={styles.grid}>
      {categories.map((category) => (
        <li key={category.path}>
          <Category category={category} />
        </li>
      ))}
    </ul>
  )
}

function Category({ category: { path, title, summary, count, icon } }: { readonly category: RemotePage }) {
  return (
    <article className={styles.card}>
      <span className={styles.glyph}>
        <Icon icon={getCategoryIcon(icon)} />
      </span>
      <h3 className={styles.title}>
        <Link className={styles.way} to={path}>
          {title}
        </Link>
      </h3>
      {summary !== undefined && <p className={styles.summary}>{summary}</p>}
      {count !== undefined && (
        <p className={styles.count}>
          {count === 0 ? 'No endpoint yet' : counted(count, 'endpoint', 'endpoints')}
        </p>
      )}
    </article>
  )
}

function foundInWords(count: number, text: string): string {
  return `${counted(count, 'category', 'categories')} with “${text.trim()}”`
}

function requestShape(base: string): string {
  return `GET ${base}?code=<operation>&api=<key>&…`
}
