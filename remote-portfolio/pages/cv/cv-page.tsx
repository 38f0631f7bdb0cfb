import printerIcon from '@lucide/icons/icons/printer'
import type { Project, Timeline as TimelineData } from '@portico/shared/content/content.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { toBareAddress } from '@portico/shared/site/bare-address.ts'
import { eachOwner, whenOwner } from '@portico/shared/site/owner-marks.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { Icon } from '@portico/shared/ui/icon.tsx'
import type { ReactNode } from 'react'
import { Timeline } from '../../content/timeline/timeline.tsx'
import styles from './cv-page.module.css'

interface CvPageProps {
  readonly projects: readonly Project[]
  readonly timeline: TimelineData
}

/** `/cv`: the other pages' content on one page, for the screen and for paper. */
export function CvPage({ projects, timeline }: CvPageProps) {
  const { site } = useHost()
  return (
    <div className={styles.page}>
      <Header />
      <CvSection name="Profile">
        <p className={styles.profile}>{site.about}</p>
      </CvSection>
      {timeline.experience.length > 0 && (
        <CvSection name="Experience">
          <Timeline entries={timeline.experience} />
        </CvSection>
      )}
      {projects.length > 0 && (
        <CvSection name="Projects">
          <Projects projects={projects} />
        </CvSection>
      )}
      {timeline.education.length > 0 && (
        <CvSection name="Education">
          <Timeline entries={timeline.education} />
        </CvSection>
      )}
      {whenOwner(site, 'skills', (skills) => (
        <CvSection name="Skills">
          <ul className={styles.skills}>
            {eachOwner(skills, (skill) => (
              <li key={skill}>{skill}</li>
            ))}
          </ul>
        </CvSection>
      ))}
    </div>
  )
}

function Header() {
  const { site } = useHost()
  return (
    <div className={styles.head}>
      <h1 className={styles.name} tabIndex={-1}>
        {site.name}
      </h1>
      <p className={styles.headline}>{site.headline}</p>
      <ul className={styles.contacts} aria-label="Contact">
        {whenOwner(site, 'location', (location) => (
          <li>{location}</li>
        ))}
        <li>
          <a href={`mailto:${site.email}`}>{site.email}</a>
        </li>
        <li>
          <a href={`tel:${site.phone}`}>{site.phone}</a>
        </li>
        <li>
          <a href={site.social.github}>{toBareAddress(site.social.github)}</a>
        </li>
      </ul>
      {/* Not `onClick={print}`: some browsers reject the event that React would pass. */}
      <p className={styles.actions}>
        <button type="button" className={getButtonClass('secondary')} onClick={() => window.print()}>
          <Icon icon={printerIcon} /> Print or save as PDF
        </button>
      </p>
    </div>
  )
}

function CvSection({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = `cv-${name.toLowerCase()}`
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {name}
      </h2>
      {children}
    </section>
  )
}

function Projects({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <ul className={styles.projects}>
      {projects.map(({ slug, name, summary, year, link }) => (
        <li key={slug} className={styles.project}>
          <span className={styles.year}>{year}</span>
          <p className={styles.about}>
            <Link className={styles.projectName} to={`/projects/${slug}`}>
              {name}
            </Link>{' '}
            {summary}
            {link !== undefined && <span className={styles.link}> {link}</span>}
          </p>
        </li>
      ))}
    </ul>
  )
}
