import { OwnerContentSchema } from '@portico/kit/content/content.ts'
import * as v from 'valibot'

// Of the whole content a page takes what its selection names.
const { featured, projects, bots, tags, total, story, experience, education, files, sample } =
  OwnerContentSchema.entries

const ProjectSchema = projects.item
const LineSchema = v.pick(ProjectSchema, ['slug', 'name', 'summary', 'year', 'link'])

/** A project as a card. */
export type Card = v.InferOutput<typeof featured.item>

/** Schema of what the home page shows. */
export const HomeSchema = v.strictObject({ featured, others: v.array(LineSchema), sample })

export type HomeContent = v.InferOutput<typeof HomeSchema>

/** Schema of what `/about` shows. */
export const AboutSchema = v.strictObject({ story, experience, education, total })

export type AboutContent = v.InferOutput<typeof AboutSchema>

/** One entry of work or education. */
export type TimelineEntry = v.InferOutput<typeof experience.item>

/** Schema of what `/cv` shows. */
export const CvSchema = v.strictObject({ projects: v.array(LineSchema), experience, education })

export type CvContent = v.InferOutput<typeof CvSchema>

/** Schema of what `/projects` shows. */
export const ProjectsSchema = v.strictObject({ projects: v.array(featured.item), tags, total })

export type ProjectsContent = v.InferOutput<typeof ProjectsSchema>

/** Schema of what the page of a project shows. */
export const ProjectPageSchema = v.strictObject({ project: ProjectSchema })

export type ProjectContent = v.InferOutput<typeof ProjectPageSchema>

/** Schema of what the QR page of a bot shows. */
export const BotSchema = v.strictObject({ bot: bots.item })

export type BotContent = v.InferOutput<typeof BotSchema>

/** Schema of what the first-run page shows. */
export const FirstRunSchema = v.strictObject({ files, sample })

export type FirstRunContent = v.InferOutput<typeof FirstRunSchema>
