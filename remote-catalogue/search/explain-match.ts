import type { Entry } from '../model/entry.ts'
import { type Field, fields, getSearchTexts, splitField } from './fields.ts'
import { matchesTerm, type Term } from './match-words.ts'
import type { SearchMatch } from './search.ts'

/** Why an entry matches: the field, its text, and the word that replaced a mistyped one. */
export interface MatchReason {
  readonly field: Field
  readonly text: string
  readonly replacement: string | null
}

/** Explains why `entry` matches: one reason for each matching text other than its name. */
export function explainMatch(entry: Entry, { terms }: SearchMatch): MatchReason[] {
  const texts = getSearchTexts(entry)
  const reasons = terms
    .filter(({ isRequired }) => isRequired)
    .flatMap((term) => explainTerm(texts, term) ?? [])
  const shown = reasons.filter(({ field, replacement }) => field !== 'name' || replacement !== null)
  return shown.filter(({ text }, index) => shown.findIndex((other) => other.text === text) === index)
}

function explainTerm(texts: ReturnType<typeof getSearchTexts>, term: Term): MatchReason | null {
  for (const [fieldNumber, field] of fields.entries()) {
    for (const text of texts[fieldNumber] ?? []) {
      const word = splitField(fieldNumber, text).find((other) => matchesTerm(term, other))
      if (word !== undefined) return { field, text, replacement: term.replacements === null ? null : word }
    }
  }
  return null
}
