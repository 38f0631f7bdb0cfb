import arrowLeftIcon from '@lucide/icons/icons/arrow-left'
import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import arrowUpRightIcon from '@lucide/icons/icons/arrow-up-right'
import qrCodeIcon from '@lucide/icons/icons/qr-code'
import type { Block } from '@portico/kit/content/blocks.ts'
import { useHost } from '@portico/kit/contract/contract.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { useContent } from '@portico/kit/contract/use-content.ts'
import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { SectionHeading } from '@portico/kit/ui/section.tsx'
import { useEffect } from 'react'
import { Cover } from '../../content/cover/cover.tsx'
import { Figures } from '../../content/figures/figures.tsx'
import { Image } from '../../content/image/image.tsx'
import { RichText } from '../../content/rich-text/rich-text.tsx'
import { type ProjectContent, ProjectPageSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { selectTag } from '../projects/parameters.ts'
import styles from './route.module.css'

/** `/projects/:name` with the owner's content. */
export function Component() {
  return <ProjectPage project={useContent(selections.project, ProjectPageSchema).project} />
}

type ProjectProps = ProjectContent

/** `/projects/:name`: the case study of one project. */
function ProjectPage({ project }: ProjectProps) {
  usePageTitle(project.name)
  return (
    <article className={styles.page}>
      <PageHeader kicker={<Link to="/projects">Projects</Link>} title={project.name}>
        {project.summary}
      </PageHeader>
      <Facts project={project} />
      <div className={styles.image}>
        {whenOwner(
          project,
          'image',
          (image) => (
            <Image image={image} sizes="(width >= 76rem) 72rem, 94vw" isPriority />
          ),
          () => whenOwner(project, 'cover', (cover) => <Cover cover={cover} columns={12} rows={4} />),
        )}
      </div>
      <Figures project={project} />
      <CaseSection name="Context" blocks={project.context} />
      <CaseSection name="Choices" blocks={project.choices} />
      <CaseSection name="Result" blocks={project.result} />
      <Neighbours project={project} />
    </article>
  )
}

function Facts({ project }: ProjectProps) {
  return (
    <div className={styles.facts}>
      <p className={styles.year}>
        <span className={styles.label}>Year </span>
        {project.year}
      </p>
      {whenOwner(project, 'tags', (tags) => (
        <ul className={styles.tags} aria-label="Tags">
          {eachOwner(tags, (tag) => (
            <li key={tag}>
              <Link className={styles.tag} to={`/projects?${selectTag(tag)}`}>
                {tag}
              </Link>
            </li>
          ))}
        </ul>
      ))}
      <p className={styles.links}>
        {whenOwner(project, 'link', (link) => (
          <a className={getButtonClass()} href={link}>
            Visit <Icon icon={arrowUpRightIcon} />
          </a>
        ))}
        {whenOwner(project, 'source', (source) => (
          <a className={getButtonClass('secondary')} href={source}>
            Source <Icon icon={arrowUpRightIcon} />
          </a>
        ))}
        {whenOwner(project, 'isBot', () => (
          <Link className={getButtonClass('secondary')} to={`/projects/${project.slug}/qr`}>
            QR code <Icon icon={qrCodeIcon} />
          </Link>
        ))}
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

/** The first and the last project link to the list of all projects instead. */
function Neighbours({ project }: ProjectProps) {
  return whenOwner(project, 'hasNeighbours', () => (
    <nav className={styles.others} aria-label="Other projects">
      {whenOwner(
        project,
        'previous',
        ({ slug, name }) => (
          <Previous to={`/projects/${slug}`} direction="Previous project" name={name} />
        ),
        () => (
          <Previous to={allProjects} direction="Back to" name="All projects" />
        ),
      )}
      {whenOwner(
        project,
        'next',
        ({ slug, name }) => (
          <Next to={`/projects/${slug}`} direction="Next project" name={name} />
        ),
        () => (
          <Next to={allProjects} direction="Up next" name="All projects" />
        ),
      )}
    </nav>
  ))
}

const allProjects = '/projects'

interface NeighbourProps {
  readonly to: string
  readonly direction: string
  readonly name: string
}

function Previous({ to, direction, name }: NeighbourProps) {
  return (
    <Link className={styles.other} to={to}>
      <span className={styles.direction}>
        <Icon icon={arrowLeftIcon} /> {direction}
      </span>
      <span className={styles.otherName}>{name}</span>
    </Link>
  )
}

function Next({ to, direction, name }: NeighbourProps) {
  return (
    <Link className={`${styles.other} ${styles.next}`} to={to}>
      <span className={styles.direction}>
        {direction} <Icon icon={arrowRightIcon} />
      </span>
      <span className={styles.otherName}>{name}</span>
    </Link>
  )
}

/** Replaces the title that the manifest gives to every page of this kind, for example by a project's name. */
function usePageTitle(title: string): void {
  const { site } = useHost()
  useEffect(() => {
    document.title = `${title} | ${site.name}`
  }, [title, site.name])
}
