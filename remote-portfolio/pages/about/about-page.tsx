import type { Block } from '@portico/shared/content/blocks.ts'
import type { Timeline as TimelineData } from '@portico/shared/content/content.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { Link } from '@portico/shared/contract/router.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { Cover } from '../../content/cover/cover.tsx'
import { Blocks } from '../../content/rich-text/rich-text.tsx'
import { Timeline } from '../../content/timeline/timeline.tsx'
import { PageHead } from '../../ui/page-header/page-header.tsx'
import { Section } from '../../ui/section/section.tsx'
import styles from './about-page.module.css'
import { ageInYears } from './age.ts'

interface AboutPageProps {
  readonly story: readonly Block[]
  readonly timeline: TimelineData
  readonly projectCount: number
}

/** `/about`: the developer's story, some facts, the years of work and learning, and the skills. */
export function AboutPage({ story, timeline, projectCount }: AboutPageProps) {
  const { site } = useHost()
  return (
    <div className={styles.page}>
      <PageHead kicker="About" title={`I am ${site.name}`}>
        {site.headline}
      </PageHead>
      <div className={styles.columns}>
        <Section id="about-story" heading="My story">
          <div className={styles.words}>
            <Blocks blocks={story} />
          </div>
          <p className={styles.actions}>
            <Link className={getButtonClass()} to="/projects">
              See my projects
            </Link>
            <Link className={getButtonClass('secondary')} to="/cv">
              Read my CV
            </Link>
            <Link className={getButtonClass('secondary')} to="/contact">
              Get in touch
            </Link>
          </p>
        </Section>
        <Facts projectCount={projectCount} />
      </div>
      <Stations id="about-experience" name="Experience" stations={timeline.experience} />
      <Stations id="about-education" name="Education" stations={timeline.education} />
      {site.skills.length > 0 && <Skills skills={site.skills} />}
    </div>
  )
}

function Facts({ projectCount }: { readonly projectCount: number }) {
  const { site } = useHost()
  return (
    <section className={styles.facts} aria-labelledby="about-facts">
      <div className={styles.art}>
        <Cover seed={site.name} columns={6} rows={3} inAccent />
      </div>
      <h2 id="about-facts" className={styles.factsHeading}>
        At a glance
      </h2>
      <dl className={styles.list}>
        <Fact name="Age" value={`${ageInYears(site.birthDate, new Date())} years`} />
        {site.location !== undefined && <Fact name="Lives in" value={site.location} />}
        <Fact name="Projects here" value={String(projectCount)} />
      </dl>
    </section>
  )
}

interface StationsProps {
  readonly id: string
  readonly name: string
  readonly stations: TimelineData['experience']
}

function Stations({ id, name, stations }: StationsProps) {
  if (stations.length === 0) return null
  return (
    <Section id={id} heading={name}>
      <Timeline stations={stations} />
    </Section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Skills({ skills }: { readonly skills: readonly string[] }) {
  return (
    <Section id="about-skills" heading="Skills">
      <ul className={styles.skills}>
        {skills.map((skill) => (
          <li key={skill} className={styles.skill}>
            {skill}
          </li>
        ))}
      </ul>
    </Section>
  )
}
