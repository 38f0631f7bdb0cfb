import { Link } from '@portico/shared/contract/router.ts'
import styles from './empty-category.module.css'

/** Stands where a category has no rows. */
export function EmptyCategory() {
  return (
    <section className={styles.empty}>
      <h2>Nothing to list</h2>
      <p>
        This category is empty: the provider documents no endpoint for it. As soon as it does, it stands here.
      </p>
      <p>
        <Link to="/api">See all categories</Link>
      </p>
    </section>
  )
}
