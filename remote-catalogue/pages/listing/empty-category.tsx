import { Link } from '@portico/kit/contract/router.ts'
import styles from './empty-listing.module.css'

/** Shown when a category has no endpoints. */
export function EmptyCategory() {
  return (
    <section className={styles.empty}>
      <h2>No endpoints yet</h2>
      <p>The API has no endpoints in this category yet. New endpoints will appear here.</p>
      <p>
        <Link to="/api">See all categories</Link>
      </p>
    </section>
  )
}
