import * as v from 'valibot'
import { BlocksSchema, ResponsiveImageSchema } from './blocks.ts'
import { Address, HttpAddress, Phone, Slug, Text, Year } from './content-values.ts'
import { figureNames } from './figure-names.ts'

/** The data of an SVG path. */
const PathData = v.pipe(v.string(), v.regex(/^[A-Za-z\d .,-]*$/, 'expected the data of a path'))

/** Schema of the QR code of a text. */
const QrDrawingSchema = v.strictObject({
  /** With the quiet zone, in modules. */
  side: v.number(),
  /** The dark modules. */
  path: PathData,
})

/** Schema of the pattern of a project without an image: 12 × 6 cells of 20 units, of which a page may show a part. */
const ProjectCoverSchema = v.strictObject({
  /** The number of a hue, from 0 to 4. */
  hue: v.number(),
  strong: PathData,
  medium: PathData,
  light: PathData,
})

export type ProjectCover = v.InferOutput<typeof ProjectCoverSchema>

/** Schema of the sections of a project's page, from the headings of its file. */
const CaseStudySchema = v.strictObject({
  context: BlocksSchema,
  choices: BlocksSchema,
  result: BlocksSchema,
})

export type CaseStudy = v.InferOutput<typeof CaseStudySchema>

const botEntries = {
  phone: Phone,
  /** What is typed in for the visitor; may be empty. */
  message: v.string(),
  /** Opens a chat with this message. */
  link: HttpAddress,
  /** Of the link. */
  qr: QrDrawingSchema,
}

export type BotSource = v.InferOutput<v.StrictObjectSchema<typeof botEntries, undefined>>

const cardEntries = {
  slug: Slug,
  name: Text,
  summary: Text,
  year: Year,
  tags: v.array(Text),
  link: v.optional(HttpAddress),
  image: v.optional(ResponsiveImageSchema),
  /** Missing: it has an image. */
  cover: v.optional(ProjectCoverSchema),
  /** Whether it is a bot, which has a QR page. */
  isBot: v.boolean(),
}
const CardSchema = v.strictObject(cardEntries)
const NeighbourSchema = v.strictObject({ slug: Slug, name: Text })
const EntrySchema = v.strictObject({
  /** `2019`, `2020 – 2022`, `2022 – present` */
  years: Text,
  title: Text,
  place: Text,
  summary: v.optional(Text),
  points: v.array(Text),
})

/**
 * Schema of the owner's content: the file that the build makes from `content/`, and that server and browsers read. Pages select parts of
 * it, so what is derived is a part of it, too: see `create-content.ts`.
 */
export const OwnerContentSchema = v.strictObject({
  /** In the owner's order. */
  projects: v.array(
    v.strictObject({
      ...cardEntries,
      ...CaseStudySchema.entries,
      source: v.optional(HttpAddress),
      figures: v.array(v.strictObject({ name: v.picklist(figureNames), label: Text })),
      hasNeighbours: v.boolean(),
      previous: v.optional(NeighbourSchema),
      next: v.optional(NeighbourSchema),
      /** Its Open Graph image. */
      preview: v.optional(Address),
    }),
  ),
  /** The first projects. */
  featured: v.array(CardSchema),
  /** Some of the others, newest first. */
  others: v.array(CardSchema),
  bots: v.array(v.strictObject({ slug: Slug, name: Text, ...botEntries })),
  /** Every tag with its number of projects, the most used first, then by name. */
  tags: v.array(v.strictObject({ tag: Text, count: v.number() })),
  total: v.strictObject({
    /** `4 projects` */
    text: Text,
    count: v.number(),
    /** What the last row of a grid in two or in three columns depends on. */
    countMod6: v.number(),
  }),
  story: BlocksSchema,
  /** Newest first. */
  experience: v.array(EntrySchema),
  education: v.array(EntrySchema),
  /** The files of `content/`, and whether they still hold the sample that comes with the project. */
  files: v.array(v.strictObject({ name: Text, isSample: v.boolean(), about: Text })),
  /** Missing: no file does. */
  sample: v.optional(
    v.strictObject({
      /** `3 files left`, where the site's configuration is the owner's, and where it is a sample, too. */
      left: Text,
      leftWithSite: Text,
    }),
  ),
})

export type OwnerContent = v.InferOutput<typeof OwnerContentSchema>

/** What a site without `content/` has. */
export const emptyContent: OwnerContent = {
  projects: [],
  featured: [],
  others: [],
  bots: [],
  tags: [],
  total: { text: '0 projects', count: 0, countMod6: 0 },
  story: [],
  experience: [],
  education: [],
  files: [],
}
