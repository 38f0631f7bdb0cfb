import * as v from 'valibot'
import type { PageContent } from '../page-content.ts'
import { CardSchema, LineSchema, toCard, toLine } from './card.ts'

/** Few people wait for more slides; the home page lists the others below. */
export const featuredCount = 3

/** A glance; the projects page has the rest. */
const maxMore = 4

const schema = v.strictObject({
  /** True: the page shows the way to the first-run page. */
  hasSample: v.boolean(),
  featured: v.pipe(v.array(CardSchema), v.maxLength(featuredCount)),
  /** Newest first. */
  more: v.array(LineSchema),
})

/** What the home page shows. */
export type HomeContent = v.InferOutput<typeof schema>

/** What the home page shows of the owner's content. */
export const homeContent: PageContent<HomeContent> = {
  name: 'home',
  schema,
  make: ({ projects, files }) => ({
    hasSample: files.some(({ isSample }) => isSample),
    featured: projects.slice(0, featuredCount).map(toCard),
    more: projects
      .slice(featuredCount)
      .toSorted((a, b) => b.year - a.year)
      .slice(0, maxMore)
      .map(toLine),
  }),
}
