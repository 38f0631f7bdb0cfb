import * as v from 'valibot'

const Name = v.pipe(v.string(), v.minLength(1))

/** A documented bound; `exclusive` says that the two ends themselves are refused. */
const BoundSchema = v.strictObject({ min: v.number(), max: v.number(), exclusive: v.boolean() })

/** A documented bound of a parameter. */
export type Bound = v.InferOutput<typeof BoundSchema>

/** Shape of one parameter of an operation, beside `code` and `api`. */
export const ParameterSchema = v.strictObject({
  name: Name,
  /** False where it may be left out; of alternatives, exactly one is required whatever stands here. */
  required: v.boolean(),
  /** The alternatives of which exactly one is sent, this one among them. */
  oneOf: v.optional(v.array(Name)),
  /** True: an empty value is a value, and is sent. */
  mayBeEmpty: v.optional(v.literal(true)),
  bound: v.optional(BoundSchema),
  /** Only whole numbers, from `min`; without `max` there is no upper end. */
  whole: v.optional(v.strictObject({ min: v.number(), max: v.optional(v.number()) })),
  /** The only values that are accepted. */
  choices: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
})

/** One parameter of an operation, and what is known of its values. */
export type Parameter = v.InferOutput<typeof ParameterSchema>
