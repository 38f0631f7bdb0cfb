import printerIcon from '@lucide/icons/icons/printer'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { useContent } from '@portico/kit/contract/use-content.ts'
import { toBareAddress } from '@portico/kit/site/bare-address.ts'
import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import type { ReactNode } from 'react'
import { type CvContent, CvSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { Timeline } from '../../content/timeline/timeline.tsx'
import styles from './route.module.css'

/** `/cv` with the owner's content. */
export function Component() {
  return <CvPage content={useContent(selections.cv, CvSchema)} />
}

/** `/cv`: the other pages' content on one page, for the screen and for paper. */
export function CvPage({ content }: { readonly content: CvContent }) {
  const { site } = useHost()
  return (
    <div className={styles.page}>
      <Header />
      <CvSection name="Profile">
        <p className={styles.profile}>{site.about}</p>
      </CvSection>
      {whenOwner(content, 'experience', (entries) => (
        <CvSection name="Experience">
          <Timeline entries={entries} />
        </CvSection>
      ))}
      {whenOwner(content, 'projects', (projects) => (
        <CvSection name="Projects">
          <Projects projects={projects} />
        </CvSection>
      ))}
      {whenOwner(content, 'education', (entries) => (
        <CvSection name="Education">
          <Timeline entries={entries} />
        </CvSection>
      ))}
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

function Projects({ projects }: Pick<CvContent, 'projects'>) {
  return (
    <ul className={styles.projects}>
      {eachOwner(projects, (project) => (
        <li key={project.slug} className={styles.project}>
          <span className={styles.year}>{project.year}</span>
          <p className={styles.about}>
            <Link className={styles.projectName} to={`/projects/${project.slug}`}>
              {project.name}
            </Link>{' '}
            {project.summary}
            {whenOwner(project, 'link', (link) => (
              <span className={styles.link}> {link}</span>
            ))}
          </p>
        </li>
      ))}
    </ul>
  )
}
