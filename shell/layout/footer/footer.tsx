import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { getAge } from '@portico/kit/site/age.ts'
import { whenOwner } from '@portico/kit/site/owner-marks.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import styles from './footer.module.css'
import { LinkColumns } from './link-columns.tsx'
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
