import * as v from 'valibot'

// Only the build and the tests run this file. Pages import only its types, which keeps valibot out of the bundle.

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'expected some text'))
const Sentence = v.pipe(Text, v.regex(/[.!?]$/, 'expected a sentence that ends with a full stop'))
const Word = v.pipe(v.string(), v.regex(/^[A-Za-z]\w*$/, 'expected a name such as img_url'))
const CategoryPath = v.pipe(v.string(), v.regex(/^\/api\/\w+$/, 'expected a path such as /api/download'))

const atLeastOne = 'expected at least one item'
const Names = v.pipe(v.array(Word), v.minLength(1, atLeastOne))
const Alternatives = v.pipe(v.array(Word), v.minLength(2, 'expected at least two alternatives'))
const Keywords = v.pipe(v.array(Text), v.minLength(1, atLeastOne))

/** A documented bound. `exclusive`: both ends are invalid. */
const BoundSchema = v.pipe(
  v.strictObject({ min: v.number(), max: v.number(), exclusive: v.boolean() }),
  v.check(({ min, max }) => min < max, 'expected min below max'),
)

const VariantSchema = v.strictObject({
  /** The parameter's value for this variant. */
  value: v.union(
    [v.pipe(v.number(), v.integer(), v.minValue(1)), Word],
    'expected a number from 1, or a name',
  ),
  name: Text,
  /** True: the API's documentation doesn't give the name; this one is ours. */
  proposed: v.optional(v.literal(true)),
  keywords: v.optional(Keywords),
  /** How the style changes the letters. */
  kind: v.optional(v.picklist(['alphabet', 'enclosed', 'mapped', 'order', 'mark', 'joined'])),
  /** The sample text in this style. */
  sample: v.optional(Text),
  palette: v.optional(Text),
  motion: v.optional(Text),
})

const VariantsSchema = v.strictObject({
  /** The parameter in which the variants differ. */
  param: Word,
  /** What the variants are called, plural. */
  noun: v.picklist(['variants', 'styles', 'fonts', 'frames', 'operations']),
  /** The plain text of every `sample`. */
  sampleText: v.optional(Text),
  note: v.optional(Text),
  items: v.pipe(v.array(VariantSchema), v.minLength(2, 'expected at least two variants')),
})

const RowSchema = v.strictObject({
  name: Text,
  /** The operation, sent as `code`. */
  code: Word,
  get: v.picklist(['GET', 'POST']),
  desc: Sentence,
  /** The required parameters. A nested list means exactly one of its members. */
  need: v.array(v.union([Word, Alternatives], 'expected a parameter name, or a list of alternatives')),
  /** True: the parameters are undocumented. */
  needUnknown: v.optional(v.literal(true)),
  optional: v.optional(Names),
  /** Required parameters whose value may be empty. */
  mayBeEmpty: v.optional(Names),
  status: v.literal('Active'),
  /** The response: data, an image, an animated image, or a file (or data with a link to one). */
  output: v.picklist(['json', 'image', 'gif', 'file']),
  paid: v.optional(v.literal(true)),
  /** True: the API's documentation doesn't give the operation's name; this one is ours. */
  proposed: v.optional(v.literal(true)),
  /** Example values, unescaped. */
  example: v.record(Word, v.string()),
  /** For "exactly one of": an example of each. */
  alternatives: v.optional(v.record(Word, v.string())),
  bounds: v.optional(v.record(Word, BoundSchema)),
  /** Parameters that take whole numbers, with the lowest one. */
  minInteger: v.optional(v.record(Word, v.pipe(v.number(), v.integer()))),
  /** Parameters that take any number: the API documents no bound. */
  numbers: v.optional(Names),
  /** Parameters that accept only these values. */
  choices: v.optional(v.record(Word, v.pipe(v.array(Text), v.minLength(1, atLeastOne)))),
  /** A few words next to a parameter. */
  hints: v.optional(v.record(Word, Text)),
  keywords: Keywords,
  note: v.optional(Sentence),
  /** Present if the response is about a person: requests are never saved. */
  privacy: v.optional(Sentence),
  /** Operations that take a value from this response, each with the properties that may hold it. */
  chainsTo: v.optional(v.record(Word, v.array(Word))),
  /** Other categories that link here. */
  alsoIn: v.optional(v.array(CategoryPath)),
  /** A text-effect template group; `single`: it takes one text, not two. */
  group: v.optional(
    v.strictObject({
      id: Text,
      index: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      single: v.boolean(),
    }),
  ),
  variants: v.optional(VariantsSchema),
})

/** Schema of a file in `data/categories/`. */
export const CategorySchema = v.strictObject({
  path: CategoryPath,
  /** Position of the page among the categories; unique. */
  order: v.pipe(v.number(), v.integer()),
  title: Text,
  /** Name of an icon at lucide.dev/icons. */
  icon: v.pipe(
    v.string(),
    v.regex(/^[a-z][a-z0-9-]*$/, 'expected the name of a Lucide icon such as book-open'),
  ),
  summary: Sentence,
  note: v.optional(Sentence),
  rows: v.array(RowSchema),
  seeAlso: v.optional(v.array(v.strictObject({ path: CategoryPath, code: Word, name: Text }))),
})

/** One category, a page of the catalogue. */
export type Category = v.InferOutput<typeof CategorySchema>

/** One endpoint, or one template group of an endpoint. */
export type Row = v.InferOutput<typeof RowSchema>

/** The variants of a row. */
export type Variants = v.InferOutput<typeof VariantsSchema>

/** One variant: the same request with another value of one parameter. */
export type Variant = v.InferOutput<typeof VariantSchema>
