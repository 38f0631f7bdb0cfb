import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { chooseTarget, eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { ReactNode } from 'react'
import styles from './footer.module.css'

/** The owner's link columns, plus one for the pages that remotes list. */
export function LinkColumns({ site, pages }: { site: Site; pages: readonly RemotePage[] }) {
  const listed = pages.filter((page) => page.listed).map((page) => ({ label: page.title, to: page.path }))
  const more = listed.length > 0 && <Column title="More" links={listed} />
  const wrap = (columns: ReactNode) => (
    <nav className={styles.nav} aria-label="Footer">
      {columns}
      {more}
    </nav>
  )
  return whenOwner(
    site,
    'columns',
    (columns) => wrap(eachOwner(columns, (column) => <Column key={column.title} {...column} />)),
    () => more && wrap(null),
  )
}

function Column({ title, links }: Site['columns'][number]) {
  return (
    <section className={styles.column}>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.list}>
        {eachOwner(links, ({ label, to }) => (
          <li key={`${to} ${label}`}>
            <ColumnLink label={label} to={to} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ColumnLink({ label, to }: { label: string; to: string }) {
  return chooseTarget(
    to,
    (path) => (
      <Link className={styles.link} to={path}>
        {label}
      </Link>
    ),
    (address) => (
      <a className={styles.link} href={address} target="_blank" rel="noopener">
        {label}
        <svg className={styles.externalIcon} viewBox="0 0 12 12" aria-hidden="true">
          <path d="M3.5 8.5 8.5 3.5M4.5 3.5h4v4" />
        </svg>
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    ),
  )
}
