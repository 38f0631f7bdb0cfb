import * as v from 'valibot'
import { BlocksSchema } from '../blocks.ts'
import type { PageContent } from '../page-content.ts'
import { describeTimeline, timelineEntries } from './timeline.ts'

const schema = v.strictObject({ story: BlocksSchema, ...timelineEntries, projectCount: v.number() })

/** What `/about` shows. */
export type AboutContent = v.InferOutput<typeof schema>

/** What `/about` shows of the owner's content. */
export const aboutContent: PageContent<AboutContent> = {
  name: 'about',
  schema,
  make: ({ projects, story, timeline }) => ({
    story,
    ...describeTimeline(timeline),
    projectCount: projects.length,
  }),
}
