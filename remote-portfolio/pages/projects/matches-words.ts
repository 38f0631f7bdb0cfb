import { foldText } from '@portico/kit/fold-text.ts'

/** True if `texts` contain every word of `query`. Case and accents don't matter. */
export function matchesWords(query: string, texts: readonly (string | undefined)[]): boolean {
  const all = foldText(texts.join('\n'))
  return foldText(query)
    .split(/\s+/)
    .every((word) => all.includes(word))
}
