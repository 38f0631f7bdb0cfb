import type { Project } from '@portico/shared/content/content.ts'
import { wordsMatch } from '../../ui/search-field/matches-words.ts'

/** Name of the address's parameter that holds the chosen tag. */
export const tagParameter = 'tag'

/** Every tag with the number of its projects: the most used first, equal ones by name. */
export function tagsOf(projects: readonly Project[]): { readonly tag: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const tag of projects.flatMap((project) => [...new Set(project.tags)])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((one, other) => other.count - one.count || one.tag.localeCompare(other.tag))
}

/** What the visitor wants to see; null: any tag. */
export interface Wanted {
  readonly tag: string | null
  readonly text: string
}

/** The projects with the tag that hold every word of the text. */
export function filterProjects(projects: readonly Project[], { tag, text }: Wanted): Project[] {
  return projects.filter(
    (project) =>
      (tag === null || project.tags.includes(tag)) &&
      wordsMatch(text, [project.name, project.summary, String(project.year), ...project.tags]),
  )
}
