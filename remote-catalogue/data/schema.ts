import * as v from 'valibot'

// Only the build and the tests run this file: the pages import nothing but its types, so valibot stays out of them.

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'expected some text'))
const Sentence = v.pipe(Text, v.regex(/[.!?]$/, 'expected a sentence that ends with a full stop'))
const Word = v.pipe(v.string(), v.regex(/^[A-Za-z]\w*$/, 'expected a name such as img_url'))
const CategoryPath = v.pipe(v.string(), v.regex(/^\/api\/\w+$/, 'expected a path such as /api/download'))

/** Parameter names as section 3 of the specification writes them: a comma between two, a bar for "exactly one of". */
const Names = v.pipe(
  v.string(),
  v.regex(/^(?:\w+(?:[|,]\w+)*)?$/, 'expected names such as "id,text", or "hex|rgb" for one of them'),
)
const Keywords = v.pipe(
  v.string(),
  v.regex(/^[^,]+(?:,[^,]+)*$/, 'expected aliases with a comma between two'),
)

/** A documented bound; `exclusive` says that the two ends themselves are refused. */
const BoundSchema = v.pipe(
  v.strictObject({ min: v.number(), max: v.number(), exclusive: v.boolean() }),
  v.check(({ min, max }) => min < max, 'expected min below max'),
)

const VariantSchema = v.strictObject({
  /** What the parameter carries for this variant. */
  value: v.union(
    [v.pipe(v.number(), v.integer(), v.minValue(1)), Word],
    'expected a number from 1, or a name',
  ),
  name: Text,
  /** True: the provider does not show the name; this one is ours. */
  proposed: v.optional(v.literal(true)),
  keywords: v.optional(Keywords),
  /** How a letter style is made. */
  kind: v.optional(v.picklist(['alphabet', 'enclosed', 'mapped', 'order', 'mark', 'joined'])),
  /** The sample text in this letter style. */
  sample: v.optional(Text),
  palette: v.optional(Text),
  motion: v.optional(Text),
})

const VariantsSchema = v.strictObject({
  /** The parameter in which the variants differ. */
  param: Word,
  /** What the variants are called, in the plural. */
  noun: v.picklist(['variants', 'styles', 'fonts', 'frames', 'operations']),
  /** The plain text of every `sample`. */
  sampleText: v.optional(Text),
  note: v.optional(Text),
  items: v.pipe(v.array(VariantSchema), v.minLength(2, 'expected at least two variants')),
})

const RowSchema = v.strictObject({
  name: Text,
  /** The operation, as `code` carries it. */
  code: Word,
  get: v.picklist(['GET', 'POST']),
  desc: Sentence,
  need: Names,
  /** True: the provider does not show the parameters. */
  needUnknown: v.optional(v.literal(true)),
  optional: v.optional(Names),
  /** Required parameters whose value may be empty. */
  mayBeEmpty: v.optional(Names),
  status: v.literal('Active'),
  /** What comes back: data, a still picture, a moving picture, or a file (or data with a link to one). */
  output: v.picklist(['json', 'image', 'gif', 'file']),
  paid: v.optional(v.literal(true)),
  /** True: the provider does not show the operation's name; this one is ours. */
  proposed: v.optional(v.literal(true)),
  /** Example values, unescaped. */
  example: v.record(Word, v.string()),
  /** For "exactly one of": an example of each. */
  alternatives: v.optional(v.record(Word, v.string())),
  bounds: v.optional(v.record(Word, BoundSchema)),
  /** Parameters that take whole numbers, with the first of them. */
  wholeFrom: v.optional(v.record(Word, v.pipe(v.number(), v.integer()))),
  /** Parameters that take one of a few words, with a bar between two. */
  choices: v.optional(v.record(Word, Names)),
  /** A few words beside a parameter. */
  hints: v.optional(v.record(Word, Text)),
  keywords: Keywords,
  note: v.optional(Sentence),
  /** Present where the answer is about a person: what was asked is never kept. */
  privacy: v.optional(Sentence),
  /** Operations that take what this one gives, each with the members of an answer that may hold it. */
  feeds: v.optional(v.record(Word, v.array(Word))),
  /** Other categories that point here. */
  alsoIn: v.optional(v.array(CategoryPath)),
  /** A text-effect template group; `single` says that it takes one text, not two. */
  group: v.optional(
    v.strictObject({
      id: Text,
      index: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      single: v.boolean(),
    }),
  ),
  variants: v.optional(VariantsSchema),
})

/** Shape of a file in `data/categories/`: everything that one page shows. */
export const CategorySchema = v.strictObject({
  path: CategoryPath,
  note: v.optional(Sentence),
  rows: v.array(RowSchema),
  seeAlso: v.optional(v.array(v.strictObject({ path: CategoryPath, code: Word, name: Text }))),
})

/** One page of the catalogue. */
export type Category = v.InferOutput<typeof CategorySchema>

/** One endpoint, or one template group of an endpoint. */
export type Row = v.InferOutput<typeof RowSchema>

/** The variants that a row unfolds. */
export type Variants = v.InferOutput<typeof VariantsSchema>

/** One variant: the same request with another value of one parameter. */
export type Variant = v.InferOutput<typeof VariantSchema>
