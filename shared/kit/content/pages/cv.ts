import * as v from 'valibot'
import type { PageContent } from '../page-content.ts'
import { LineSchema, toLine } from './card.ts'
import { describeTimeline, timelineEntries } from './timeline.ts'

const schema = v.strictObject({ projects: v.array(LineSchema), ...timelineEntries })

/** What `/cv` shows. */
export type CvContent = v.InferOutput<typeof schema>

/** What `/cv` shows of the owner's content. */
export const cvContent: PageContent<CvContent> = {
  name: 'cv',
  schema,
  make: ({ projects, timeline }) => ({ projects: projects.map(toLine), ...describeTimeline(timeline) }),
}
