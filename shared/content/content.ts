import * as v from 'valibot'
import type { Block, ResponsiveImage } from './blocks.ts'

const Text = v.pipe(
  v.string('expected some text'),
  v.trim(),
  v.minLength(1, 'expected some text'),
  // The build marks addresses with this character.
  v.check((text) => !text.includes('\0'), 'expected text without the sign U+0000'),
)
const HttpAddress = v.pipe(
  v.string('expected an address such as https://example.com'),
  v.url('expected an address such as https://example.com'),
  v.regex(/^https?:\/\//, 'expected an address that starts with https:// or http://'),
)
const Phone = v.pipe(
  v.string('expected an international number in quotes, such as "+12025550143"'),
  v.regex(/^\+[1-9]\d{6,14}$/, 'expected an international number in quotes, such as "+12025550143"'),
)
const Year = v.pipe(
  v.number('expected a year such as 2026'),
  v.integer('expected a year such as 2026'),
  v.minValue(1900, 'expected a year such as 2026'),
  v.maxValue(2200, 'expected a year such as 2026'),
)

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

/** Live figures from this site that a project's page may show, see `remote-portfolio/content/figures`. */
const figureNames = [
  'releases',
  'last-release',
  'last-rollback',
  'size',
  'speed',
  'endpoints',
  'categories',
] as const

/** One of the live figures. */
export type FigureName = (typeof figureNames)[number]

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

/** Front matter of a project. */
export type ProjectFrontMatter = v.InferOutput<typeof ProjectFrontMatterSchema>

/** A project in cards and lists. `slug` is the file's name. */
export interface Project extends Omit<ProjectFrontMatter, 'image' | 'order' | 'sample'> {
  readonly slug: string
  readonly image?: ResponsiveImage | undefined
}

/** The sections of a project's page, from the headings of its file. */
export interface CaseStudy {
  readonly context: readonly Block[]
  readonly choices: readonly Block[]
  readonly result: readonly Block[]
}

const TimelineEntrySchema = v.strictObject({
  from: Year,
  /** Missing: ongoing. */
  to: v.optional(Year),
  title: Text,
  place: Text,
  summary: v.optional(Text),
  points: v.optional(v.array(Text, 'expected a list of sentences'), []),
})

/** Schema of `content/timeline.yaml`. */
export const TimelineSchema = v.strictObject({
  sample,
  experience: v.array(TimelineEntrySchema, 'expected a list'),
  education: v.array(TimelineEntrySchema, 'expected a list'),
})

/** The owner's work and education, in the order of the file, newest first. */
export type Timeline = Omit<v.InferOutput<typeof TimelineSchema>, 'sample'>

/** One entry of work or education. */
export type TimelineEntry = Timeline['experience'][number]

/** The owner's texts, by the name of the module `<name>.content.ts` that the build generates. */
export interface Content {
  readonly projects: readonly Project[]
  readonly 'case-studies': Readonly<Record<string, CaseStudy>>
  readonly about: readonly Block[]
  readonly timeline: Timeline
}
