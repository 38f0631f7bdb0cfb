import { Link } from '@portico/shared/contract/router.ts'
import styles from './page-failure.module.css'
import { useTitle } from './page-screen.tsx'

export const notFoundTitle = 'Page Not Found'

/** The screen for an unknown address. */
export function NotFoundPage() {
  useTitle(notFoundTitle)
  return (
    <section className={styles.screen}>
      <p className={styles.code}>404</p>
      <h1 tabIndex={-1}>{notFoundTitle}</h1>
      <p className={styles.text}>
        There is no page at this address. It may have moved, or the link has a typo.
      </p>
      <p className={styles.actions}>
        <Link className={styles.action} to="/">
          Go to the home page
        </Link>
      </p>
    </section>
  )
}
