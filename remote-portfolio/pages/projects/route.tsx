import { Link, useSearchParams } from '@portico/kit/contract/router.ts'
import { useContent } from '@portico/kit/contract/use-content.ts'
import { eachOwner, eachWithFirst, whenOwner } from '@portico/kit/site/owner-marks.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { SearchField } from '@portico/kit/ui/search-field.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ProjectCard } from '../../content/project-card/project-card.tsx'
import { type Card, type ProjectsContent, ProjectsSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import { searchParameter, selectTag, tagParameter, withSearchText } from './parameters.ts'
import { filterProjects, type ProjectFilter } from './project-filter.ts'
import styles from './route.module.css'

/** `/projects` with the owner's projects. */
export function Component() {
  return <ProjectsPage content={useContent(selections.projects, ProjectsSchema)} />
}

/** `/projects`: all projects, or those that match the URL's tag and words (`?tag=bot&q=chat`). */
export function ProjectsPage({ content }: { readonly content: ProjectsContent }) {
  const [parameters] = useSearchParams()
  const [text, setText] = useSearchText()
  const filter = { tag: parameters.get(tagParameter), text }
  const shown = filterProjects(content.projects, filter)
  return (
    <div className={styles.page}>
      <PageHeader kicker="Projects" title="Things I’ve made" />
      {whenOwner(content, 'projects', () => (
        <div className={styles.search}>
          <SearchField label="Search projects" name={searchParameter} text={text} onTextChange={setText} />
        </div>
      ))}
      <TagFilter content={content} tag={filter.tag} query={withSearchText(parameters, text)} />
      <section aria-labelledby="projects-shown" className={styles.shown}>
        <h2 id="projects-shown" className={styles.count}>
          <span role="status">{renderResult(shown.length, content, filter)}</span>
        </h2>
        {shown.length === 0 && content.projects.length > 0 && (
          <p className={styles.empty}>
            <Link className={getButtonClass('secondary')} to="/projects" preventScrollReset>
              Show all projects
            </Link>
          </p>
        )}
        {whenOwner(content, 'projects', () => (
          <Grid
            projects={shown}
            countMod6={shown.length === content.projects.length ? content.total.countMod6 : shown.length % 6}
          />
        ))}
      </section>
    </div>
  )
}

interface TagFilterProps {
  readonly content: ProjectsContent
  readonly tag: string | null
  /** Of the URL, with the text in the field, which the URL may not have yet; choosing a tag changes only its own parameter. */
  readonly query: URLSearchParams
}

function TagFilter({ content, tag, query }: TagFilterProps) {
  const getSearch = (selected: string | null) => {
    const others = new URLSearchParams(query)
    others.delete(tagParameter)
    const parts = [...(selected === null ? [] : [selectTag(selected)]), String(others)].filter(Boolean)
    return parts.length === 0 ? '' : `?${parts.join('&')}`
  }
  return whenOwner(content, 'tags', (tags) => (
    <nav aria-label="Filter by tag">
      <ul className={styles.filter}>
        <li>
          <Choice search={getSearch(null)} isSelected={tag === null} name="All" count={content.total.count} />
        </li>
        {eachOwner(tags, (choice) => (
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
  ))
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

interface GridProps {
  readonly projects: readonly Card[]
  /** The remainder of their number; a mark in the build, whose list has one item. */
  readonly countMod6: number
}

function Grid({ projects, countMod6 }: GridProps) {
  if (projects.length === 0) return null
  return (
    <ul className={styles.grid} data-count-mod-6={countMod6}>
      {eachWithFirst(
        projects,
        (project) => (
          <li key={project.slug}>
            <ProjectCard project={project} isLarge isPriority />
          </li>
        ),
        (project) => (
          <li key={project.slug}>
            <ProjectCard project={project} />
          </li>
        ),
      )}
    </ul>
  )
}

function renderResult(shown: number, content: ProjectsContent, filter: ProjectFilter): ReactNode {
  return whenOwner(
    content,
    'projects',
    () => describeResult(shown, content.total.text, filter),
    () => 'No projects yet.',
  )
}

function describeResult(shown: number, all: string, { tag, text }: ProjectFilter): string {
  const words = text.trim()
  if (tag === null && words === '') return all
  return [
    `${shown} of ${all}`,
    ...(tag === null ? [] : [`tagged ${tag}`]),
    ...(words === '' ? [] : [`matching “${words}”`]),
  ].join(' ')
}

/**
 * The search text, kept in the URL (`?q=`). The field doesn't wait for the URL, which follows a moment later; a text
 * that arrives another way, by the back button or a link, is adopted.
 */
function useSearchText(): readonly [text: string, setText: (text: string) => void] {
  const [parameters, setParameters] = useSearchParams()
  const inUrl = parameters.get(searchParameter) ?? ''
  const [text, setShownText] = useState(inUrl)
  const written = useRef<string[]>([])
  const adopted = useRef(inUrl)
  useEffect(() => {
    // Otherwise the first effect would undo what was typed since the field appeared.
    if (adopted.current === inUrl) return
    adopted.current = inUrl
    const position = written.current.indexOf(inUrl)
    if (position === -1) setShownText(inUrl)
    else written.current.splice(0, position + 1)
  }, [inUrl])
  function setText(next: string): void {
    setShownText(next)
    written.current.push(next)
    setParameters((before) => withSearchText(before, next), { replace: true, preventScrollReset: true })
  }
  return [text, setText]
}
