import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { getAge } from '@portico/kit/site/age.ts'
import { chooseTarget, eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import type { ReactNode } from 'react'
import styles from './footer.module.css'
import { MessageForm } from './message-form.tsx'

/** The props of the footer. */
export interface FooterProps {
  readonly site: Site
  readonly pages: readonly RemotePage[]
  /** The year in the HTML, if the footer was prerendered; a mark in the build. */
  readonly prerenderYear?: number | string | undefined
  readonly now?: Date
}

/** The footer of every page: about the owner, links, news, a message form and the copyright. */
export function Footer({ site, pages, prerenderYear, now = new Date() }: FooterProps) {
  const isHydrating = useIsHydrating()
  const year = (isHydrating ? prerenderYear : undefined) ?? now.getFullYear()
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <section className={styles.about}>
          <h2 className={styles.heading}>About me</h2>
          <p className={styles.text}>{site.about}</p>
          <p className={styles.text}>
            I am {getAge(site.birthDate, year)} years old
            {whenOwner(site, 'location', (location) => ` and live in ${location}`)}.
          </p>
        </section>
        <LinkColumns site={site} pages={isHydrating ? [] : pages} />
        <section className={styles.news}>
          <div>
            <h2 className={styles.heading}>News</h2>
            <p className={styles.text}>{site.news}</p>
          </div>
          <MessageForm phone={site.phone} />
        </section>
      </div>
      <p className={styles.copyright}>
        © {year} {site.name}
      </p>
    </footer>
  )
}

/** The owner's link columns, plus one for the pages that remotes list. */
function LinkColumns({ site, pages }: { site: Site; pages: readonly RemotePage[] }) {
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
