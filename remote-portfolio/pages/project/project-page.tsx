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
import { Cover } from '../../content/cover/cover.tsx'
import { Image } from '../../content/image/image.tsx'
import { Blocks } from '../../content/rich-text/rich-text.tsx'
import { PageHead } from '../../ui/page-header/page-header.tsx'
import { SectionHeading } from '../../ui/section/section.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { tagParameter } from '../projects/project-filter.ts'
import styles from './project-page.module.css'

interface ProjectPageProps {
  readonly projects: readonly Project[]
  readonly caseStudies: Content['case-studies']
}

/** `/projects/:name`: the case of one project. Page Not Found for a name that no project has. */
export function ProjectPage({ projects, caseStudies }: ProjectPageProps) {
  const { name } = useParams()
  const number = projects.findIndex(({ slug }) => slug === name)
  const project = projects[number]
  const study = Object.hasOwn(caseStudies, name ?? '') ? caseStudies[name ?? ''] : undefined
  if (project === undefined || study === undefined) throw new PageNotFound(`No project is named "${name}".`)
  usePageTitle(project.name)
  return (
    <article className={styles.page}>
      <PageHead kicker={<Link to="/projects">Projects</Link>} title={project.name}>
        {project.summary}
      </PageHead>
      <Facts project={project} />
      <div className={styles.image}>
        {project.image ? (
          <Image image={project.image} sizes="(width >= 76rem) 72rem, 94vw" isFirst />
        ) : (
          <Cover seed={project.slug} columns={12} rows={4} />
        )}
      </div>
      <Part name="Context" blocks={study.context} />
      <Part name="Choices" blocks={study.choices} />
      <Part name="Result" blocks={study.result} />
      <Others previous={projects[number - 1]} next={projects[number + 1]} />
    </article>
  )
}

function Facts({ project }: { readonly project: Project }) {
  const { slug, year, tags, link, source, bot } = project
  return (
    <div className={styles.facts}>
      <p className={styles.year}>
        <span className={styles.said}>Year </span>
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
      <p className={styles.ways}>
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

function Part({ name, blocks }: { readonly name: string; readonly blocks: readonly Block[] }) {
  const id = `project-${name.toLowerCase()}`
  return (
    <section className={styles.part} aria-labelledby={id}>
      <SectionHeading id={id}>{name}</SectionHeading>
      <Blocks blocks={blocks} />
    </section>
  )
}

interface OthersProps {
  readonly previous: Project | undefined
  readonly next: Project | undefined
}

function Others({ previous, next }: OthersProps) {
  if (previous === undefined && next === undefined) return null
  return (
    <nav className={styles.others} aria-label="Other projects">
      <Link className={styles.other} to={addressOf(previous)}>
        <span className={styles.direction}>
          <Icon icon={arrowLeftIcon} /> {previous ? 'Previous project' : 'Back to'}
        </span>
        <span className={styles.otherName}>{previous?.name ?? 'All projects'}</span>
      </Link>
      <Link className={`${styles.other} ${styles.next}`} to={addressOf(next)}>
        <span className={styles.direction}>
          {next ? 'Next project' : 'On to'} <Icon icon={arrowRightIcon} />
        </span>
        <span className={styles.otherName}>{next?.name ?? 'All projects'}</span>
      </Link>
    </nav>
  )
}

/** At either end of the row all projects stand for the one that is not there. */
function addressOf(project: Project | undefined): string {
  return project === undefined ? '/projects' : `/projects/${project.slug}`
}
