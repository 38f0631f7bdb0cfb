import * as v from 'valibot'
import { formatCount } from '../../format.ts'
import { Text } from '../content-values.ts'
import type { PageContent } from '../page-content.ts'
import { CardSchema, toCard } from './card.ts'

const schema = v.strictObject({
  projects: v.array(CardSchema),
  /** Every tag with its number of projects, the most used first, then by name. */
  tags: v.array(v.strictObject({ tag: Text, count: v.number() })),
  /** `4 projects` */
  size: Text,
  count: v.number(),
  /** What the last row of a grid in two or in three columns depends on. */
  countMod6: v.number(),
})

/** What `/projects` shows. */
export type ProjectsContent = v.InferOutput<typeof schema>

/** What `/projects` shows of the owner's content. */
export const projectsContent: PageContent<ProjectsContent> = {
  name: 'projects',
  schema,
  make: ({ projects }) => ({
    projects: projects.map(toCard),
    tags: countTags(projects),
    size: formatCount(projects.length, 'project'),
    count: projects.length,
    countMod6: projects.length % 6,
  }),
}

function countTags(projects: readonly { readonly tags: readonly string[] }[]): ProjectsContent['tags'] {
  const counts = new Map<string, number>()
  for (const tag of projects.flatMap((project) => [...new Set(project.tags)])) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag, 'en'))
}
