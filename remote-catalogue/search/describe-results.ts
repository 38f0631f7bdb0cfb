import { formatCount } from '@portico/kit/format.ts'
import type { SearchResults } from './catalogue-search.ts'

/** More similar words than this don't fit on a line. */
const maxShownWords = 4

/**
 * The number of results in words, and which words were searched for instead of mistyped ones. `otherCount`: other results,
 * such as pages; with these, partial matches aren't shown.
 */
export function describeResults({ positions, match }: SearchResults, text: string, otherCount = 0): string {
  const count = formatCount((match.hasAllWords ? positions.length : 0) + otherCount, 'result')
  const typed = text.trim()
  if (positions.length > 0 && !match.hasAllWords && otherCount === 0) {
    return `No exact match for “${typed}”. ${formatCount(positions.length, 'partial match', 'partial matches')}.`
  }
  const replaced = match.terms.filter(({ replacements }) => replacements !== null)
  if (positions.length === 0 || otherCount > 0 || replaced.length === 0)
    return typed === '' ? count : `${count} for “${typed}”`
  const missing = replaced.map((term) => `“${term.typed}”`).join(', ')
  const similar = [...new Set(replaced.flatMap(({ replacements }) => replacements ?? []))]
  return `No match for ${missing}. ${count} for similar words: ${similar.slice(0, maxShownWords).join(', ')}`
}
