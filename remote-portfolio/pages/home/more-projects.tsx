import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import { Link } from '@portico/kit/contract/router.ts'
import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import type { HomeContent } from '../../content/schemas.ts'
import { MoreLink } from './more-link.tsx'
import styles from './more-projects.module.css'

/** Projects that are not featured, newest first. */
export function MoreProjects({ content }: { readonly content: Pick<HomeContent, 'others'> }) {
  return whenOwner(content, 'others', (projects) => (
    <Section id="home-more" heading="More projects" aside={<MoreLink to="/projects">All projects</MoreLink>}>
      <ol className={styles.list}>
        {eachOwner(projects, ({ slug, name, summary, year }) => (
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
  ))
}
