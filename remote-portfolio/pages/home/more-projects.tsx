import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import type { Project } from '@portico/shared/content/content.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { Section } from '@portico/shared/ui/section.tsx'
import { MoreLink } from './more-link.tsx'
import styles from './more-projects.module.css'

/** A glance; the projects page has the rest. */
const maxProjects = 4

/** Projects that are not featured, newest first. */
export function MoreProjects({ projects }: { readonly projects: readonly Project[] }) {
  const newest = projects.toSorted((a, b) => b.year - a.year).slice(0, maxProjects)
  if (newest.length === 0) return null
  return (
    <Section id="home-more" heading="More projects" aside={<MoreLink to="/projects">All projects</MoreLink>}>
      <ol className={styles.list}>
        {newest.map(({ slug, name, summary, year }) => (
          <li key={slug} className={styles.work}>
            <span className={styles.year}>{year}</span>
            <Link className={styles.workName} to={`/projects/${slug}`}>
              {name}
            </Link>
            <span className={styles.workSummary}>{summary}</span>
            <span className={styles.workArrow}>
              <Icon icon={arrowRightIcon} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
