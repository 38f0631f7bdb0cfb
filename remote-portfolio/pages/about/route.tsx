import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { useContent } from '@portico/kit/contract/use-content.ts'
import { getAge } from '@portico/kit/site/age.ts'
import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import { useIsHydrating } from '@portico/kit/use-is-hydrating.ts'
import { Fragment, type ReactNode } from 'react'
import { Cover } from '../../content/cover/cover.tsx'
import { ownerCover } from '../../content/cover/owner-cover.ts'
import { RichText } from '../../content/rich-text/rich-text.tsx'
import { type AboutContent, AboutSchema, type TimelineEntry } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { Timeline } from '../../content/timeline/timeline.tsx'
import styles from './route.module.css'

/** `/about` with the owner's content. */
export function Component() {
  return <AboutPage content={useContent(selections.about, AboutSchema)} />
}

/** `/about`: the developer's story, some facts, experience, education and skills. */
export function AboutPage({ content }: { readonly content: AboutContent }) {
  const { site } = useHost()
  return (
    <div className={styles.page}>
      <PageHeader kicker="About" title={`I’m ${site.name}`}>
        {site.headline}
      </PageHeader>
      <div className={styles.columns}>
        <Section id="about-story" heading="My story">
          <div className={styles.story}>
            <RichText blocks={content.story} />
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
        <Facts projectCount={content.total.count} />
      </div>
      {whenOwner(content, 'experience', (entries) => (
        <Experience id="about-experience" name="Experience" entries={entries} />
      ))}
      {whenOwner(content, 'education', (entries) => (
        <Experience id="about-education" name="Education" entries={entries} />
      ))}
      {whenOwner(site, 'skills', (skills) => (
        <Skills skills={skills} />
      ))}
    </div>
  )
}

function Facts({ projectCount }: { readonly projectCount: number }) {
  const { site } = useHost()
  return (
    <section className={styles.facts} aria-labelledby="about-facts">
      <div className={styles.art}>
        <Cover cover={ownerCover} columns={6} rows={3} />
      </div>
      <h2 id="about-facts" className={styles.factsHeading}>
        At a glance
      </h2>
      <dl className={styles.list}>
        <Fact name="Age" value={<Age birthDate={site.birthDate} />} />
        {whenOwner(site, 'location', (location) => (
          <Fact name="Lives in" value={location} />
        ))}
        <Fact name="Projects" value={String(projectCount)} />
      </dl>
    </section>
  )
}

/** The page may have been rendered in another year: hydration keeps that text, and another one replaces it. */
function Age({ birthDate }: { readonly birthDate: string }) {
  const isHydrating = useIsHydrating()
  return (
    <span suppressHydrationWarning>
      <Fragment key={String(isHydrating)}>{getAge(birthDate, new Date().getFullYear())} years</Fragment>
    </span>
  )
}

interface ExperienceProps {
  readonly id: string
  readonly name: string
  readonly entries: readonly TimelineEntry[]
}

function Experience({ id, name, entries }: ExperienceProps) {
  return (
    <Section id={id} heading={name}>
      <Timeline entries={entries} />
    </Section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: ReactNode }) {
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
        {eachOwner(skills, (skill) => (
          <li key={skill} className={styles.skill}>
            {skill}
          </li>
        ))}
      </ul>
    </Section>
  )
}
