import { Link } from '@portico/kit/contract/router.ts'
import { formatCount } from '@portico/kit/format.ts'
import { Icon, type IconData } from '@portico/kit/ui/icon.tsx'
import { categories } from '../../data/categories.build.ts'
import type { CategorySummary } from '../../data/summarize-categories.ts'
import styles from './category-cards.module.css'
import { categoryIcons } from './category-icons.build.ts'

const noIcon: IconData = { node: [] }

/** A card for each category. */
export function CategoryCards() {
  return (
    <section aria-label="Categories">
      <ul className={styles.grid}>
        {categories.map((category) => (
          <li key={category.path}>
            <CategoryCard category={category} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CategoryCard({ category: { path, title, summary, count } }: { readonly category: CategorySummary }) {
  return (
    <article className={styles.card}>
      <span className={styles.icon}>
        <Icon icon={categoryIcons[path] ?? noIcon} />
      </span>
      <h2 className={styles.title}>
        <Link className={styles.link} to={path}>
          {title}
        </Link>
      </h2>
      <p className={styles.summary}>{summary}</p>
      <p className={styles.count}>{count === 0 ? 'No endpoints yet' : formatCount(count, 'endpoint')}</p>
    </article>
  )
}
