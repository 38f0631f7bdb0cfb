import type { Card } from '../../content/schemas.ts'
import { matchesWords } from './matches-words.ts'

/** The selected filters. */
export interface ProjectFilter {
  /** null: any tag */
  readonly tag: string | null
  readonly text: string
}

/** The projects with the tag whose texts contain every word. */
export function filterProjects(projects: readonly Card[], { tag, text }: ProjectFilter): readonly Card[] {
  // In the build the list is a mark, which has to stay one.
  if (tag === null && text.trim() === '') return projects
  return projects.filter(
    (project) =>
      (tag === null || project.tags.includes(tag)) &&
      matchesWords(text, [project.name, project.summary, String(project.year), ...project.tags]),
  )
}
