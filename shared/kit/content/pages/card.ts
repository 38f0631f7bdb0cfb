import * as v from 'valibot'
import { ResponsiveImageSchema } from '../blocks.ts'
import { type OwnerContent, ProjectCoverSchema } from '../content.ts'
import { HttpAddress, Slug, Text, Year } from '../content-values.ts'

const lineEntries = { slug: Slug, name: Text, summary: Text, year: Year, link: v.optional(HttpAddress) }

/** Schema of a project in a list. */
export const LineSchema = v.strictObject(lineEntries)

/** Schema of a project as a card. */
export const CardSchema = v.strictObject({
  ...lineEntries,
  tags: v.array(Text),
  image: v.optional(ResponsiveImageSchema),
  cover: v.optional(ProjectCoverSchema),
  /** Whether it is a bot, which has a QR page. */
  isBot: v.boolean(),
})

/** A project as a card. */
export type Card = v.InferOutput<typeof CardSchema>

type FullProject = OwnerContent['projects'][number]

/** What a list shows of a project. */
export function toLine({ slug, name, summary, year, link }: FullProject): v.InferOutput<typeof LineSchema> {
  return { slug, name, summary, year, ...(link && { link }) }
}

/** What a card shows of a project. */
export function toCard(project: FullProject): Card {
  const { tags, image, cover, bot } = project
  return {
    ...toLine(project),
    tags,
    isBot: bot !== undefined,
    ...(image && { image }),
    ...(cover && { cover }),
  }
}
