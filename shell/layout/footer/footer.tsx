import type { RemotePage } from '@portico/shared/release/manifest.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { useIsHydrating } from '../../prerender/use-is-hydrating.ts'
import styles from './footer.module.css'
import { LinkColumns } from './link-columns.tsx'
import { MessageForm } from './message-form.tsx'

/** What the footer shows. */
export interface FooterProps {
  readonly site: Site
  readonly pages: readonly RemotePage[]
  /** The year that the build knew, where the footer was prerendered. */
  readonly prerenderYear?: number | undefined
  readonly now?: Date
}

/** The foot of every page: who the developer is, links, news, a message to them and the copyright. */
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
            I am {year - birthYear(site)} years old{site.location && ` and live in ${site.location}`}.
          </p>
        </section>
        <LinkColumns columns={site.columns} pages={isHydrating ? [] : pages} />
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

// By the year alone, as the specification counts; a `Date` could fall into the year before in the west.
function birthYear({ birthDate }: Site): number {
  return Number(birthDate.slice(0, 4))
}
