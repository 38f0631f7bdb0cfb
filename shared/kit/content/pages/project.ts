import * as v from 'valibot'
import { BlocksSchema, ResponsiveImageSchema } from '../blocks.ts'
import { ProjectCoverSchema } from '../content.ts'
import { Address, HttpAddress, Slug, Text, Year } from '../content-values.ts'
import { type FigureName, figureNames } from '../figure-names.ts'
import type { PageContent } from '../page-content.ts'

const NeighbourSchema = v.strictObject({ slug: Slug, name: Text })

const schema = v.strictObject({
  slug: Slug,
  name: Text,
  summary: Text,
  year: Year,
  tags: v.array(Text),
  link: v.optional(HttpAddress),
  source: v.optional(HttpAddress),
  image: v.optional(ResponsiveImageSchema),
  cover: v.optional(ProjectCoverSchema),
  isBot: v.boolean(),
  figures: v.array(v.strictObject({ name: v.picklist(figureNames), label: Text })),
  context: BlocksSchema,
  choices: BlocksSchema,
  result: BlocksSchema,
  hasNeighbours: v.boolean(),
  previous: v.optional(NeighbourSchema),
  next: v.optional(NeighbourSchema),
  /** Its Open Graph image. */
  preview: v.optional(Address),
})

/** What the page of a project shows. */
export type ProjectContent = v.InferOutput<typeof schema>

const labels: Readonly<Record<FigureName, string>> = {
  releases: 'Releases',
  'last-release': 'Last release',
  'last-rollback': 'Last rollback',
  size: 'Size of the shell',
  speed: 'First paint',
  endpoints: 'Endpoints',
  categories: 'Categories',
}

/** What the page of a project shows of the owner's content. */
export const projectContent: PageContent<ProjectContent> = {
  name: 'project',
  schema,
  make: ({ projects }, { name }) => {
    const index = projects.findIndex(({ slug }) => slug === name)
    const project = projects[index]
    if (project === undefined) return null
    const { figures, bot, study, ...shown } = project
    const [previous, next] = [projects[index - 1], projects[index + 1]].map(
      (other) => other && { slug: other.slug, name: other.name },
    )
    return {
      ...shown,
      ...study,
      isBot: bot !== undefined,
      figures: figures.map((figure) => ({ name: figure, label: labels[figure] })),
      hasNeighbours: previous !== undefined || next !== undefined,
      ...(previous && { previous }),
      ...(next && { next }),
    }
  },
}
