import type { Entry } from '../model/entry.ts'
import { type Field, fields, textsOf, wordsIn } from './fields.ts'
import type { Found } from './search.ts'

/** Why an entry was found: where, the text there, and the word that was looked for instead of a typed one. */
export interface Reason {
  readonly field: Field
  readonly text: string
  readonly instead: string | null
}

/** Why `entry` was found, one reason for each text that is not its name; a name speaks for itself. */
export function reasonsFor(entry: Entry, { words, instead }: Found): Reason[] {
  const texts = textsOf(entry)
  const reasons = words.flatMap(
    (word) => reasonFor(texts, instead.get(word) ?? [word], instead.has(word)) ?? [],
  )
  const shown = reasons.filter(({ field, instead: other }) => field !== 'name' || other !== null)
  return shown.filter(({ text }, place) => shown.findIndex((other) => other.text === text) === place)
}

function reasonFor(
  texts: ReturnType<typeof textsOf>,
  wanted: readonly string[],
  isInstead: boolean,
): Reason | null {
  for (const [place, field] of fields.entries()) {
    for (const text of texts[place] ?? []) {
      const words = wordsIn(place, text)
      const word = wanted.find((one) =>
        words.some((other) => (isInstead ? other === one : other.startsWith(one))),
      )
      if (word !== undefined) return { field, text, instead: isInstead ? word : null }
    }
  }
  return null
}
