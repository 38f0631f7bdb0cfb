import type { Project } from '@portico/shared/content/content.ts'
import { Link, useSearchParams } from '@portico/shared/contract/router.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { ProjectCard } from '../../content/project-card/project-card.tsx'
import { PageHead } from '../../ui/page-header/page-header.tsx'
import { SearchField } from '../../ui/search-field/search-field.tsx'
import { useAddressText } from '../../ui/search-field/use-search-text.ts'
import { filterProjects, tagParameter, tagsOf, type Wanted } from './project-filter.ts'
import styles from './projects-page.module.css'

/** `/projects`: all projects, or those with the tag and the words in the address (`?tag=bot&q=chat`). */
export function ProjectsPage({ projects }: { readonly projects: readonly Project[] }) {
  const [parameters] = useSearchParams()
  const [text, change] = useAddressText()
  const wanted = { tag: parameters.get(tagParameter), text }
  const shown = filterProjects(projects, wanted)
  return (
    <div className={styles.page}>
      <PageHead kicker="Projects" title="Things I have made" />
      {projects.length > 0 && <SearchField label="Search projects" text={text} change={change} />}
      <Filter projects={projects} tag={wanted.tag} parameters={parameters} />
      <section aria-labelledby="projects-shown" className={styles.shown}>
        <h2 id="projects-shown" className={styles.count}>
          <span role="status">{inWords(shown.length, projects.length, wanted)}</span>
        </h2>
        {shown.length === 0 && projects.length > 0 && (
          <p className={styles.nothing}>
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

interface FilterProps {
  readonly projects: readonly Project[]
  readonly tag: string | null
  /** The address's parameters, of which a tag changes only its own. */
  readonly parameters: URLSearchParams
}

function Filter({ projects, tag, parameters }: FilterProps) {
  const choices = tagsOf(projects)
  if (choices.length === 0) return null
  const searchWith = (chosen: string | null) => {
    const changed = new URLSearchParams(parameters)
    if (chosen === null) changed.delete(tagParameter)
    else changed.set(tagParameter, chosen)
    return changed.size === 0 ? '' : `?${changed}`
  }
  return (
    <nav aria-label="Filter by tag">
      <ul className={styles.filter}>
        <li>
          <Choice search={searchWith(null)} isChosen={tag === null} name="All" count={projects.length} />
        </li>
        {choices.map((choice) => (
          <li key={choice.tag}>
            <Choice
              search={searchWith(choice.tag)}
              isChosen={tag === choice.tag}
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
  readonly isChosen: boolean
  readonly name: string
  readonly count: number
}

function Choice({ search, isChosen, name, count }: ChoiceProps) {
  return (
    <Link
      className={styles.choice}
      to={{ search }}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
    >
      {name} <span className={styles.choiceCount}>{count}</span>
    </Link>
  )
}

function Grid({ projects }: { readonly projects: readonly Project[] }) {
  if (projects.length === 0) return null
  return (
    <ul className={styles.grid}>
      {projects.map((project, number) => (
        <li key={project.slug}>
          <ProjectCard project={project} isLarge={number === 0} isFirst={number === 0} />
        </li>
      ))}
    </ul>
  )
}

function inWords(shown: number, all: number, { tag, text }: Wanted): string {
  if (all === 0) return 'No project is listed yet.'
  const noun = all === 1 ? 'project' : 'projects'
  const words = text.trim()
  if (tag === null && words === '') return `${all} ${noun}`
  return [
    `${shown} of ${all} ${noun}`,
    ...(tag === null ? [] : [`tagged ${tag}`]),
    ...(words === '' ? [] : [`with “${words}”`]),
  ].join(' ')
}
