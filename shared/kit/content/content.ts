import * as v from 'valibot'
import { BlocksSchema, ResponsiveImageSchema } from './blocks.ts'
import { Address, HttpAddress, Phone, Slug, Text, Year } from './content-values.ts'
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

/** Front matter of a project. */
export type ProjectFrontMatter = v.InferOutput<typeof ProjectFrontMatterSchema>

const {
  image: _image,
  order: _order,
  sample: _sample,
  bot: _bot,
  ...cardEntries
} = ProjectFrontMatterSchema.entries

/** The data of an SVG path. */
const PathData = v.pipe(v.string(), v.regex(/^[A-Za-z\d .,-]*$/, 'expected the data of a path'))

/** Schema of the QR code of a text. */
export const QrDrawingSchema = v.strictObject({
  /** With the quiet zone, in modules. */
  side: v.number(),
  /** The dark modules. */
  path: PathData,
})

/** Schema of the pattern of a project without an image: 12 × 6 cells of 20 units, of which a page may show a part. */
export const ProjectCoverSchema = v.strictObject({
  /** The number of a hue, from 0 to 4. */
  hue: v.number(),
  strong: PathData,
  medium: PathData,
  light: PathData,
})

/** The pattern of a project without an image. */
export type ProjectCover = v.InferOutput<typeof ProjectCoverSchema>

/** Schema of a project in cards and lists. `slug` is the file's name. */
export const ProjectSchema = v.strictObject({
  slug: Slug,
  ...cardEntries,
  image: v.optional(ResponsiveImageSchema),
  /** Missing: it has an image. */
  cover: v.optional(ProjectCoverSchema),
  bot: v.optional(
    v.strictObject({
      phone: Phone,
      /** What is typed in for the visitor; may be empty. */
      message: v.string(),
      /** Opens a chat with this message. */
      link: HttpAddress,
      /** Of the link. */
      qr: QrDrawingSchema,
    }),
  ),
})

/** Schema of the sections of a project's page, from the headings of its file. */
const CaseStudySchema = v.strictObject({
  context: BlocksSchema,
  choices: BlocksSchema,
  result: BlocksSchema,
})

/** The sections of a project's page. */
export type CaseStudy = v.InferOutput<typeof CaseStudySchema>

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

/** One entry of work or education. */
export type TimelineItem = v.InferOutput<typeof TimelineEntrySchema>

/** Schema of a project with its page. */
const FullProjectSchema = v.strictObject({
  ...ProjectSchema.entries,
  study: CaseStudySchema,
  /** The Open Graph image of its page. Missing: the page has the site's own. */
  preview: v.optional(Address),
})

/** Schema of the owner's content: the file that `npm start` makes from `content/`, and that server and browser read. */
export const OwnerContentSchema = v.strictObject({
  /** In the owner's order. */
  projects: v.array(FullProjectSchema),
  story: BlocksSchema,
  /** Newest first. */
  timeline: v.strictObject(timelineEntries),
  /** The files of `content/`, and whether they still hold the sample that comes with the project. */
  files: v.array(v.strictObject({ name: Text, isSample: v.boolean() })),
})

/** The owner's content. */
export type OwnerContent = v.InferOutput<typeof OwnerContentSchema>

/** What a site without `content/` has. */
export const emptyContent: OwnerContent = {
  projects: [],
  story: [],
  timeline: { experience: [], education: [] },
  files: [],
}
