import * as v from 'valibot'
import { boundedArray, boundedRecord } from '../bounded.ts'
import { maxChoices, maxParameters, ParameterSchema } from './parameter.ts'
import { TextStyleSchema } from './text-style.ts'

const maxOperations = 2_000 // the API of this site has 118

const Text = v.pipe(v.string(), v.minLength(1))

const OperationSchema = v.strictObject({
  /** The value of `code` in a GET request. A POST request has no code. */
  code: Text,
  name: Text,
  method: v.picklist(['GET', 'POST']),
  paid: v.boolean(),
  /** The response: data, a still image, an animated image, or data with a link to a file. */
  output: v.picklist(['json', 'image', 'gif', 'file']),
  parameters: boundedArray(ParameterSchema, maxParameters, 'parameters'),
  /** False: the parameters are undocumented, so any are accepted. */
  isDocumented: v.boolean(),
  /** Example values, unescaped. */
  example: boundedRecord({ key: v.string(), value: v.string() }, maxParameters, 'example values'),
  /** The names of one parameter's values. */
  variants: v.optional(
    v.strictObject({
      param: Text,
      names: boundedRecord({ key: v.string(), value: Text }, maxChoices, 'names'),
    }),
  ),
  /** The text style of each value of the variants' parameter. Published releases have this key, so it keeps its name. */
  letterStyles: v.optional(
    boundedRecord({ key: v.string(), value: TextStyleSchema }, maxChoices, 'text styles'),
  ),
})

export type Operation = v.InferOutput<typeof OperationSchema>

/** Schema of the file in which a release describes the API that the server's sandbox implements. */
export const ApiDescriptionSchema = v.strictObject({
  schemaVersion: v.literal(1),
  operations: v.pipe(boundedArray(OperationSchema, maxOperations, 'operations'), v.minLength(1)),
})

export type ApiDescription = v.InferOutput<typeof ApiDescriptionSchema>
