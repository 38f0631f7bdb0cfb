import * as v from 'valibot'
import { boundedArray } from '../bounded.ts'

/** Of an operation. */
export const maxParameters = 100
/** Values of a parameter, of which this site has up to 381. */
export const maxChoices = 5_000

const Name = v.pipe(v.string(), v.minLength(1))

/** Schema of a documented bound; `exclusive`: the ends themselves are invalid. */
const BoundSchema = v.strictObject({ min: v.number(), max: v.number(), exclusive: v.boolean() })

export type Bound = v.InferOutput<typeof BoundSchema>

/** Schema of one parameter of an operation, other than `code` and `api`. */
export const ParameterSchema = v.strictObject({
  name: Name,
  /** False: optional. Of alternatives, exactly one is always required. */
  required: v.boolean(),
  /** The alternatives, including this one; exactly one is sent. */
  oneOf: v.optional(boundedArray(Name, maxParameters, 'alternatives')),
  /** True: an empty value is valid and is sent. */
  mayBeEmpty: v.optional(v.literal(true)),
  bound: v.optional(BoundSchema),
  /** True: any number; no bound is documented. */
  number: v.optional(v.literal(true)),
  /** Only whole numbers from `min`; without `max` there is no upper limit. */
  whole: v.optional(v.strictObject({ min: v.number(), max: v.optional(v.number()) })),
  /** The only values that are accepted. */
  choices: v.optional(v.pipe(boundedArray(v.string(), maxChoices, 'choices'), v.minLength(1))),
})

export type Parameter = v.InferOutput<typeof ParameterSchema>
