import type { Project } from '@portico/shared/content/content.ts'
import { matchesWords } from './matches-words.ts'

/** Every tag with its number of projects, the most used first, then by name. */
export function countTags(projects: readonly Project[]): { readonly tag: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const tag of projects.flatMap((project) => [...new Set(project.tags)])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
}

/** The selected filters. */
export interface ProjectFilter {
  /** null: any tag */
  readonly tag: string | null
  readonly text: string
}

/** The projects with the tag whose texts contain every word. */
export function filterProjects(projects: readonly Project[], { tag, text }: ProjectFilter): Project[] {
  return projects.filter(
    (project) =>
      (tag === null || project.tags.includes(tag)) &&
      matchesWords(text, [project.name, project.summary, String(project.year), ...project.tags]),
  )
}
