import * as v from 'valibot'
import { boundedRecord } from '../bounded.ts'

const maxLetters = 1_000 // an alphabet, in both cases, and digits

/** Schema of a style that rewrites a text in other Unicode characters. */
export const TextStyleSchema = v.strictObject({
  /** The replacement of each character; others stay. */
  letters: v.optional(boundedRecord({ key: v.string(), value: v.string() }, maxLetters, 'letters')),
  /** A combining mark after every character except whitespace. */
  mark: v.optional(v.string()),
  /** Inserted between two characters. */
  between: v.optional(v.string()),
  /** True: the text runs backwards. */
  reversed: v.optional(v.literal(true)),
})

export type TextStyle = v.InferOutput<typeof TextStyleSchema>
