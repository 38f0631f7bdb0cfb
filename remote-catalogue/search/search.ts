import { foldText } from '@portico/kit/fold-text.ts'
import type { SearchIndex } from './build-index.ts'
import { findRanges, findSimilarRanges, parseTerms, type Term } from './match-words.ts'
import { rankEntries } from './rank-entries.ts'

/** The search results, best first. */
export interface SearchMatch {
  /** Positions of entries in the index. */
  readonly positions: Uint32Array
  /** The words that were searched for. */
  readonly terms: readonly Term[]
  /** False: no entry has every word, and these have most of their weight. */
  readonly hasAllWords: boolean
}

/**
 * The entries with every word of `text`: the word itself, one that begins so, another form of it or a synonym. They are
 * ranked: exact operation or method; name with this beginning; all words in name or alias; in a part of the request; in
 * category or description; within a rank by the fields and by how rare the words are. Where nothing contains a word,
 * similar ones are searched for. If no entry has every word: those with at least half of what the words say. An empty
 * text returns everything.
 */
export function search(index: SearchIndex, text: string): SearchMatch {
  const typed = parseTerms(text, index)
  if (typed.length === 0) {
    const positions = text.trim() === '' ? index.all : index.all.subarray(0, 0)
    return { positions, terms: typed, hasAllWords: true }
  }
  const matched = typed.map((term) => matchTerm(index, term))
  const name = typed.map(({ word }) => word).join(' ')
  const exact = new Set(
    [foldText(text).trim(), name].flatMap((whole) => index.preferredTexts.get(whole) ?? []),
  )
  const ranked = rankEntries(index, matched, { exact, name })
  return { ...ranked, terms: matched.map(({ term }) => term) }
}

function matchTerm(index: SearchIndex, term: Term) {
  const { isRequired } = term
  const ranges = findRanges(index, term)
  if (ranges.length > 0 || !isRequired) return { term, ranges, isRequired, isReplaced: false }
  const similar = findSimilarRanges(index, term)
  const replacements = similar.map(({ from }) => index.words[from] ?? '')
  return { term: { ...term, replacements }, ranges: similar, isRequired, isReplaced: true }
}
