import * as v from 'valibot'
import { LetterStyleSchema } from './letter-style.ts'
import { ParameterSchema } from './parameter.ts'

const Text = v.pipe(v.string(), v.minLength(1))

/** Shape of one operation of a provider's API. */
const OperationSchema = v.strictObject({
  /** What `code` carries in a GET. The POST has no code. */
  code: Text,
  name: Text,
  method: v.picklist(['GET', 'POST']),
  paid: v.boolean(),
  /** What comes back: data, a still image, a moving image, or data with a link to a file. */
  output: v.picklist(['json', 'image', 'gif', 'file']),
  parameters: v.array(ParameterSchema),
  /** False: the parameters are not documented, so any are taken. */
  isDocumented: v.boolean(),
  /** Example values, unescaped. */
  example: v.record(v.string(), v.string()),
  /** What the values of one parameter are called. */
  variants: v.optional(v.strictObject({ param: Text, names: v.record(v.string(), Text) })),
  /** For text in letter styles: the style of each value of the variants' parameter. */
  letterStyles: v.optional(v.record(v.string(), LetterStyleSchema)),
})

/** One operation of a provider's API. Operations may share a code; their choices tell them apart. */
export type Operation = v.InferOutput<typeof OperationSchema>

/** Shape of the file by which a release describes the API that the server's sandbox stands in for. */
export const ApiDescriptionSchema = v.strictObject({
  schemaVersion: v.literal(1),
  operations: v.pipe(v.array(OperationSchema), v.minLength(1)),
})

/** An API, as its sandbox needs it. */
export type ApiDescription = v.InferOutput<typeof ApiDescriptionSchema>
