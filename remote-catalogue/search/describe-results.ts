import { formatCount } from '@portico/shared/format.ts'
import type { SearchResults } from './catalogue-search.ts'

/** More similar words than this don't fit on a line. */
const maxShownWords = 4

/** The number of results in words, and which words were searched for instead of mistyped ones. */
export function describeResults({ positions, match }: SearchResults, text: string): string {
  const count = formatCount(positions.length, 'result')
  const typed = text.trim()
  if (!match.hasAllWords && positions.length > 0) {
    return `No exact match for “${typed}”. ${formatCount(positions.length, 'partial match', 'partial matches')}.`
  }
  if (match.replacements.size === 0 || match.positions.length === 0) {
    return typed === '' ? count : `${count} for “${typed}”`
  }
  const missing = [...match.replacements.keys()].map((word) => `“${word}”`).join(', ')
  const similar = [...new Set([...match.replacements.values()].flat())].slice(0, maxShownWords)
  return `No match for ${missing}. ${count} for similar words: ${similar.join(', ')}`
}
