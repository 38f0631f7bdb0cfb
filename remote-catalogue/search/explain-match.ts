import type { Entry } from '../model/entry.ts'
import { type Field, fields, getSearchTexts, splitField } from './fields.ts'
import type { SearchMatch } from './search.ts'

/** Why an entry matches: the field, its text, and the word that replaced a mistyped one. */
export interface MatchReason {
  readonly field: Field
  readonly text: string
  readonly replacement: string | null
}

/** Explains why `entry` matches: one reason for each matching text other than its name. */
export function explainMatch(entry: Entry, { words, replacements }: SearchMatch): MatchReason[] {
  const texts = getSearchTexts(entry)
  const reasons = words.flatMap(
    (word) => explainWord(texts, replacements.get(word) ?? [word], replacements.has(word)) ?? [],
  )
  const shown = reasons.filter(({ field, replacement: other }) => field !== 'name' || other !== null)
  return shown.filter(({ text }, index) => shown.findIndex((other) => other.text === text) === index)
}

function explainWord(
  texts: ReturnType<typeof getSearchTexts>,
  candidates: readonly string[],
  isReplacement: boolean,
): MatchReason | null {
  for (const [fieldNumber, field] of fields.entries()) {
    for (const text of texts[fieldNumber] ?? []) {
      const words = splitField(fieldNumber, text)
      const word = candidates.find((candidate) =>
        words.some((existing) => (isReplacement ? existing === candidate : existing.startsWith(candidate))),
      )
      if (word !== undefined) return { field, text, replacement: isReplacement ? word : null }
    }
  }
  return null
}
