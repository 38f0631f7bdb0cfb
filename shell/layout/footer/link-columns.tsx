import { Link } from '@portico/shared/contract/router.ts'
import type { RemotePage } from '@portico/shared/release/manifest.ts'
import type { Site } from '@portico/shared/site/site.ts'
import styles from './footer.module.css'

/** The owner's link columns, plus one for the pages that remotes list. */
export function LinkColumns({ columns, pages }: Pick<Site, 'columns'> & { pages: readonly RemotePage[] }) {
  const listed = pages.filter((page) => page.listed).map((page) => ({ label: page.title, to: page.path }))
  const all = listed.length === 0 ? columns : [...columns, { title: 'More', links: listed }]
  if (all.length === 0) return null
  return (
    <nav className={styles.nav} aria-label="Footer">
      {all.map(({ title, links }) => (
        <section key={title} className={styles.column}>
          <h2 className={styles.heading}>{title}</h2>
          <ul className={styles.list}>
            {links.map(({ label, to }) => (
              <li key={`${to} ${label}`}>
                <ColumnLink label={label} to={to} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function ColumnLink({ label, to }: { label: string; to: string }) {
  if (to.startsWith('/')) {
    return (
      <Link className={styles.link} to={to}>
        {label}
      </Link>
    )
  }
  return (
    <a className={styles.link} href={to} target="_blank" rel="noopener">
      {label}
      <svg className={styles.externalIcon} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3.5 8.5 8.5 3.5M4.5 3.5h4v4" />
      </svg>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
