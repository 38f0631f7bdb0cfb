import { Link } from '@portico/shared/contract/router.ts'
import { formatCount } from '@portico/shared/format.ts'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { type CategorySummary, categories } from '../../data/index.ts'
import styles from './category-cards.module.css'
import { getCategoryIcon } from './category-icons.ts'

/** A card for each category. */
export function CategoryCards() {
  return (
    <ul className={styles.grid}>
      {categories.map((category) => (
        <li key={category.path}>
          <CategoryCard category={category} />
        </li>
      ))}
    </ul>
  )
}

function CategoryCard({
  category: { path, title, summary, count, icon },
}: {
  readonly category: CategorySummary
}) {
  return (
    <article className={styles.card}>
      <span className={styles.icon}>
        <Icon icon={getCategoryIcon(icon)} />
      </span>
      <h3 className={styles.title}>
        <Link className={styles.link} to={path}>
          {title}
        </Link>
      </h3>
      <p className={styles.summary}>{summary}</p>
      <p className={styles.count}>{count === 0 ? 'No endpoints yet' : formatCount(count, 'endpoint')}</p>
    </article>
  )
}
