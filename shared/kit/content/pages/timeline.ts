import * as v from 'valibot'
import type { OwnerContent, TimelineItem } from '../content.ts'
import { Text } from '../content-values.ts'

const TimelineEntrySchema = v.strictObject({
  /** `2019`, `2020 – 2022`, `2022 – present` */
  years: Text,
  title: Text,
  place: Text,
  summary: v.optional(Text),
  points: v.array(Text),
})

/** One entry of work or education. */
export type TimelineEntry = v.InferOutput<typeof TimelineEntrySchema>

/** The parts of a page's content that show the timeline. */
export const timelineEntries = {
  experience: v.array(TimelineEntrySchema),
  education: v.array(TimelineEntrySchema),
}

/** What pages show of the timeline. */
export function describeTimeline({ experience, education }: OwnerContent['timeline']) {
  return { experience: experience.map(toEntry), education: education.map(toEntry) }
}

function toEntry({ from, to, ...entry }: TimelineItem): TimelineEntry {
  const years = to === undefined ? `${from} – present` : from === to ? String(from) : `${from} – ${to}`
  return { years, ...entry }
}
