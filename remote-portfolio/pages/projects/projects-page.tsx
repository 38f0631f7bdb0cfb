import type { Project } from '@portico/shared/content/content.ts'
import { Link, useSearchParams } from '@portico/shared/contract/router.ts'
import { formatCount } from '@portico/shared/format.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { PageHeader } from '@portico/shared/ui/page-header.tsx'
import { SearchField } from '@portico/shared/ui/search-field.tsx'
import { ProjectCard } from '../../content/project-card/project-card.tsx'
import { tagParameter } from './parameters.ts'
import { countTags, filterProjects, type ProjectFilter } from './project-filter.ts'
import styles from './projects-page.module.css'
import { useSearchText } from './use-search-text.ts'

/** `/projects`: all projects, or those that match the URL's tag and words (`?tag=bot&q=chat`). */
export function ProjectsPage({ projects }: { readonly projects: readonly Project[] }) {
  const [parameters] = useSearchParams()
  const [text, setText] = useSearchText()
  const filter = { tag: parameters.get(tagParameter), text }
  const shown = filterProjects(projects, filter)
  return (
    <div className={styles.page}>
      <PageHeader kicker="Projects" title="Things I’ve made" />
      {projects.length > 0 && (
        <div className={styles.search}>
          <SearchField label="Search projects" text={text} onTextChange={setText} />
        </div>
      )}
      <TagFilter projects={projects} tag={filter.tag} parameters={parameters} />
      <section aria-labelledby="projects-shown" className={styles.shown}>
        <h2 id="projects-shown" className={styles.count}>
          <span role="status">{describeResult(shown.length, projects.length, filter)}</span>
        </h2>
        {shown.length === 0 && projects.length > 0 && (
          <p className={styles.empty}>
            <Link className={getButtonClass('secondary')} to="/projects" preventScrollReset>
              Show all projects
            </Link>
          </p>
        )}
        <Grid projects={shown} />
      </section>
    </div>
  )
}

interface TagFilterProps {
  readonly projects: readonly Project[]
  readonly tag: string | null
  /** The URL's parameters; choosing a tag changes only its own. */
  readonly parameters: URLSearchParams
}

function TagFilter({ projects, tag, parameters }: TagFilterProps) {
  const tags = countTags(projects)
  if (tags.length === 0) return null
  const getSearch = (selected: string | null) => {
    const changed = new URLSearchParams(parameters)
    if (selected === null) changed.delete(tagParameter)
    else changed.set(tagParameter, selected)
    return changed.size === 0 ? '' : `?${changed}`
  }
  return (
    <nav aria-label="Filter by tag">
      <ul className={styles.filter}>
        <li>
          <Choice search={getSearch(null)} isSelected={tag === null} name="All" count={projects.length} />
        </li>
        {tags.map((choice) => (
          <li key={choice.tag}>
            <Choice
              search={getSearch(choice.tag)}
              isSelected={tag === choice.tag}
              name={choice.tag}
              count={choice.count}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ChoiceProps {
  readonly search: string
  readonly isSelected: boolean
  readonly name: string
  readonly count: number
}

function Choice({ search, isSelected, name, count }: ChoiceProps) {
  return (
    <Link
      className={styles.choice}
      to={{ search }}
      preventScrollReset
      aria-current={isSelected ? 'true' : undefined}
    >
      {name} <span className={styles.choiceCount}>{count}</span>
    </Link>
  )
}

function Grid({ projects }: { readonly projects: readonly Project[] }) {
  if (projects.length === 0) return null
  return (
    <ul className={styles.grid}>
      {projects.map((project, index) => (
        <li key={project.slug}>
          <ProjectCard project={project} isLarge={index === 0} isPriority={index === 0} />
        </li>
      ))}
    </ul>
  )
}

function describeResult(shown: number, all: number, { tag, text }: ProjectFilter): string {
  if (all === 0) return 'No projects yet.'
  const words = text.trim()
  if (tag === null && words === '') return formatCount(all, 'project')
  return [
    `${shown} of ${formatCount(all, 'project')}`,
    ...(tag === null ? [] : [`tagged ${tag}`]),
    ...(words === '' ? [] : [`matching “${words}”`]),
  ].join(' ')
}
