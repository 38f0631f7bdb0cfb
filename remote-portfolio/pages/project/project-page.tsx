import arrowLeftIcon from '@lucide/icons/icons/arrow-left'
import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import arrowUpRightIcon from '@lucide/icons/icons/arrow-up-right'
import qrCodeIcon from '@lucide/icons/icons/qr-code'
import type { Block } from '@portico/shared/content/blocks.ts'
import type { Content, Project } from '@portico/shared/content/content.ts'
import { PageNotFound } from '@portico/shared/contract/contract.ts'
import { Link, useParams } from '@portico/shared/contract/router.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { PageHeader } from '@portico/shared/ui/page-header.tsx'
import { SectionHeading } from '@portico/shared/ui/section.tsx'
import { Cover } from '../../content/cover/cover.tsx'
import { Figures } from '../../content/figures/figures.tsx'
import { Image } from '../../content/image/image.tsx'
import { RichText } from '../../content/rich-text/rich-text.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { tagParameter } from '../projects/parameters.ts'
import styles from './project-page.module.css'

interface ProjectPageProps {
  readonly projects: readonly Project[]
  readonly caseStudies: Content['case-studies']
}

/** `/projects/:name`: the case study of one project. Page Not Found for an unknown name. */
export function ProjectPage({ projects, caseStudies }: ProjectPageProps) {
  const { name } = useParams()
  const index = projects.findIndex(({ slug }) => slug === name)
  const project = projects[index]
  const study = Object.hasOwn(caseStudies, name ?? '') ? caseStudies[name ?? ''] : undefined
  if (project === undefined || study === undefined)
    throw new PageNotFound(`There is no project named "${name}".`)
  usePageTitle(project.name)
  return (
    <article className={styles.page}>
      <PageHeader kicker={<Link to="/projects">Projects</Link>} title={project.name}>
        {project.summary}
      </PageHeader>
      <Facts project={project} />
      <div className={styles.image}>
        {project.image ? (
          <Image image={project.image} sizes="(width >= 76rem) 72rem, 94vw" isPriority />
        ) : (
          <Cover seed={project.slug} columns={12} rows={4} />
        )}
      </div>
      <Figures names={project.figures} />
      <CaseSection name="Context" blocks={study.context} />
      <CaseSection name="Choices" blocks={study.choices} />
      <CaseSection name="Result" blocks={study.result} />
      <Neighbours previous={projects[index - 1]} next={projects[index + 1]} />
    </article>
  )
}

function Facts({ project }: { readonly project: Project }) {
  const { slug, year, tags, link, source, bot } = project
  return (
    <div className={styles.facts}>
      <p className={styles.year}>
        <span className={styles.label}>Year </span>
        {year}
      </p>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link className={styles.tag} to={`/projects?${new URLSearchParams({ [tagParameter]: tag })}`}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.links}>
        {link !== undefined && (
          <a className={getButtonClass()} href={link}>
            Visit <Icon icon={arrowUpRightIcon} />
          </a>
        )}
        {source !== undefined && (
          <a className={getButtonClass('secondary')} href={source}>
            Source <Icon icon={arrowUpRightIcon} />
          </a>
        )}
        {bot !== undefined && (
          <Link className={getButtonClass('secondary')} to={`/projects/${slug}/qr`}>
            QR code <Icon icon={qrCodeIcon} />
          </Link>
        )}
      </p>
    </div>
  )
}

function CaseSection({ name, blocks }: { readonly name: string; readonly blocks: readonly Block[] }) {
  const id = `project-${name.toLowerCase()}`
  return (
    <section className={styles.part} aria-labelledby={id}>
      <SectionHeading id={id}>{name}</SectionHeading>
      <RichText blocks={blocks} />
    </section>
  )
}

interface NeighboursProps {
  readonly previous: Project | undefined
  readonly next: Project | undefined
}

function Neighbours({ previous, next }: NeighboursProps) {
  if (previous === undefined && next === undefined) return null
  return (
    <nav className={styles.others} aria-label="Other projects">
      <Link className={styles.other} to={getProjectPath(previous)}>
        <span className={styles.direction}>
          <Icon icon={arrowLeftIcon} /> {previous ? 'Previous project' : 'Back to'}
        </span>
        <span className={styles.otherName}>{previous?.name ?? 'All projects'}</span>
      </Link>
      <Link className={`${styles.other} ${styles.next}`} to={getProjectPath(next)}>
        <span className={styles.direction}>
          {next ? 'Next project' : 'Up next'} <Icon icon={arrowRightIcon} />
        </span>
        <span className={styles.otherName}>{next?.name ?? 'All projects'}</span>
      </Link>
    </nav>
  )
}

/** The first and the last project link to the list of all projects instead. */
function getProjectPath(project: Project | undefined): string {
  return project === undefined ? '/projects' : `/projects/${project.slug}`
}
