import * as v from 'valibot'

/** Shape of a way to rewrite a text in other letters of Unicode. */
export const LetterStyleSchema = v.strictObject({
  /** What stands for a character; one that is not named stays. */
  letters: v.optional(v.record(v.string(), v.string())),
  /** A combining mark behind every character but a blank. */
  mark: v.optional(v.string()),
  /** Stands between two characters. */
  between: v.optional(v.string()),
  /** True: the text runs backwards. */
  reversed: v.optional(v.literal(true)),
})

/** A way to rewrite a text in other letters of Unicode. */
export type LetterStyle = v.InferOutput<typeof LetterStyleSchema>
