import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import mapPinIcon from '@lucide/icons/icons/map-pin'
import { useHost } from '@portico/kit/contract/contract.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { useContent } from '@portico/kit/contract/use-content.ts'
import { eachOwner, whenOwner, withOwnerItems } from '@portico/kit/site/owner-marks.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { Section, SectionHeading } from '@portico/kit/ui/section.tsx'
import { Cover } from '../../content/cover/cover.tsx'
import { ownerCover } from '../../content/cover/owner-cover.ts'
import { ProjectCard } from '../../content/project-card/project-card.tsx'
import { type Card, type HomeContent, HomeSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { Carousel } from '../../ui/carousel/carousel.tsx'
import { MoreLink } from './more-link.tsx'
import { MoreProjects } from './more-projects.tsx'
import styles from './route.module.css'

/** `/` and `/home` with the owner's projects. */
export function Component() {
  return <HomePage content={useContent(selections.home, HomeSchema)} />
}

/** As many as the content has at most. */
const featuredCount = 3

/** `/` and `/home`: who this is, featured and more projects, skills, and a link to the catalogue. */
export function HomePage({ content }: { readonly content: HomeContent }) {
  return (
    <div className={styles.page}>
      {whenOwner(content, 'sample', () => (
        <SampleNotice />
      ))}
      <Hero />
      {withOwnerItems(content.featured, featuredCount, (projects) => (
        <Featured projects={projects} />
      ))}
      <Skills />
      <MoreProjects content={content} />
      <CatalogueBanner />
    </div>
  )
}

/** For the owner, who sees the site for the first time. */
function SampleNotice() {
  return (
    <p className={styles.sample}>
      This site shows sample content. <MoreLink to="/first-run">Make it yours</MoreLink>
    </p>
  )
}

function Hero() {
  const { site } = useHost()
  return (
    <div className={styles.hero}>
      <div className={styles.intro}>
        {whenOwner(site, 'location', (location) => (
          <p className={styles.location}>
            <Icon icon={mapPinIcon} /> {location}
          </p>
        ))}
        <h1 className={styles.name} tabIndex={-1}>
          {site.name}
        </h1>
        <p className={styles.headline}>{site.headline}</p>
        <p className={styles.actions}>
          <Link className={getButtonClass()} to="/projects">
            See my projects <Icon icon={arrowRightIcon} />
          </Link>
          <Link className={getButtonClass('secondary')} to="/contact">
            Get in touch
          </Link>
        </p>
      </div>
      <div className={styles.art}>
        <Cover cover={ownerCover} columns={6} rows={6} />
      </div>
    </div>
  )
}

function Featured({ projects }: { readonly projects: readonly Card[] }) {
  const slides = projects.map((project, index) => ({
    key: project.slug,
    name: project.name,
    content: <ProjectCard project={project} isLarge isPriority={index === 0} />,
  }))
  return (
    <Carousel
      label="Featured projects"
      heading={<SectionHeading>Featured projects</SectionHeading>}
      slides={slides}
    />
  )
}

function Skills() {
  const { site } = useHost()
  return whenOwner(site, 'skills', (skills) => (
    <Section id="home-skills" heading="What I work with" aside={<MoreLink to="/about">About me</MoreLink>}>
      <ul className={styles.skills}>
        {eachOwner(skills, (skill) => (
          <li key={skill} className={styles.skill}>
            {skill}
          </li>
        ))}
      </ul>
    </Section>
  ))
}

/** The page of the catalogue, which another remote may serve. */
const cataloguePath = '/api'

/** A link to the catalogue, with a working piece of it. */
function CatalogueBanner() {
  const { pages, Showcase } = useHost()
  const page = pages.find(({ path }) => path === cataloguePath)
  const examples = <CatalogueExamples pages={pages} />
  return (
    <section className={styles.banner} aria-labelledby="home-catalogue">
      <div className={styles.bannerText}>
        <SectionHeading id="home-catalogue">A catalogue of small, useful endpoints</SectionHeading>
        <p className={styles.bannerLead}>
          What each one does, the parameters it takes and an example request.
        </p>
        <p className={styles.bannerSize}>{page?.summary}</p>
      </div>
      <Link className={getButtonClass()} to={cataloguePath}>
        Browse the API <Icon icon={arrowRightIcon} />
      </Link>
      <div className={styles.showcase}>
        {Showcase ? <Showcase path={cataloguePath}>{examples}</Showcase> : examples}
      </div>
    </section>
  )
}

/** What the catalogue has, where its showcase is not shown. */
function CatalogueExamples({ pages }: { readonly pages: readonly RemotePage[] }) {
  const categories = pages.filter(({ path }) => path.startsWith(`${cataloguePath}/`))
  return (
    <ul className={styles.examples}>
      {categories.map(({ path, title, count }) => (
        <li key={path}>
          <Link to={path}>
            {title}
            {count !== undefined && <span className={styles.count}> {count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
