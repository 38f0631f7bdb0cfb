import * as v from 'valibot'
import type { ResponsiveImage } from './blocks.ts'
import type { BotSource, CaseStudy, OwnerContent, ProjectCover } from './content.ts'
import { HttpAddress, Phone, Text, Year } from './content-values.ts'
import { figureNames } from './figure-names.ts'

/** The value of `image:`: a file in `content/images/` and its alternative text. */
const ImageNameSchema = v.strictObject({
  file: v.pipe(
    v.string('expected a file of content/images, such as board.png'),
    v.regex(
      /^[a-z0-9][a-z0-9-]*\.(?:png|jpe?g|webp|avif)$/,
      'expected a file of content/images in lower case, such as board.png',
    ),
  ),
  alt: Text,
})

/** Marks a file as the sample content that comes with the project, see `owner-files.ts`. */
const sample = v.optional(v.boolean('expected true or false'))

/** Schema of the front matter of `content/about.md`, which may have none. */
export const AboutFrontMatterSchema = v.strictObject({ sample })

/** Schema of the front matter of `content/projects/<slug>.md`. */
export const ProjectFrontMatterSchema = v.strictObject({
  sample,
  name: Text,
  /** One sentence, for cards and lists. */
  summary: Text,
  year: Year,
  tags: v.optional(v.array(Text, 'expected a list of words'), []),
  /** Lower comes first; projects without a number follow by year, newest first. */
  order: v.optional(v.number('expected a number')),
  link: v.optional(HttpAddress),
  /** URL of the source code. */
  source: v.optional(HttpAddress),
  image: v.optional(ImageNameSchema),
  figures: v.optional(
    v.array(
      v.picklist(figureNames, `expected one of ${figureNames.join(', ')}`),
      'expected a list of figures',
    ),
    [],
  ),
  /** Makes it a WhatsApp bot with a QR page. */
  bot: v.optional(v.strictObject({ phone: Phone, message: v.optional(Text) })),
})

export type ProjectFrontMatter = v.InferOutput<typeof ProjectFrontMatterSchema>

const TimelineEntrySchema = v.strictObject({
  from: Year,
  /** Missing: ongoing. */
  to: v.optional(Year),
  title: Text,
  place: Text,
  summary: v.optional(Text),
  points: v.optional(v.array(Text, 'expected a list of sentences'), []),
})

const timelineEntries = {
  experience: v.array(TimelineEntrySchema, 'expected a list'),
  education: v.array(TimelineEntrySchema, 'expected a list'),
}

/** Schema of `content/timeline.yaml`. */
export const TimelineSchema = v.strictObject({ sample, ...timelineEntries })

export type TimelineItem = v.InferOutput<typeof TimelineEntrySchema>

/** A project as its file describes it. */
export interface ProjectSource extends Omit<ProjectFrontMatter, 'sample' | 'order' | 'image' | 'bot'> {
  /** The file's name. */
  readonly slug: string
  readonly image?: ResponsiveImage | undefined
  /** Missing: it has an image. */
  readonly cover?: ProjectCover | undefined
  readonly bot?: BotSource | undefined
  readonly study: CaseStudy
  /** The Open Graph image of its page. Missing: the page has the site's own. */
  readonly preview?: string | undefined
}

/** What the files of `content/` contain. */
export interface ContentSources {
  /** In the owner's order. */
  readonly projects: readonly ProjectSource[]
  readonly story: OwnerContent['story']
  /** Newest first. */
  readonly timeline: Pick<v.InferOutput<typeof TimelineSchema>, 'experience' | 'education'>
  /** The files, and whether they still hold the sample that comes with the project. */
  readonly files: readonly { readonly name: string; readonly isSample: boolean }[]
}
