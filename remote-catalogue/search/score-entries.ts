import { getHitEntry, getHitField, type SearchIndex } from './build-index.ts'
import { fields, weights } from './fields.ts'
import type { WordRange } from './match-words.ts'

/** A word of a search with the words of the index that match it. */
export interface MatchedTerm {
  readonly isRequired: boolean
  /** True: nothing contains the word, and `ranges` are similar ones. */
  readonly isReplaced: boolean
  readonly ranges: readonly WordRange[]
}

/** The entries with any of the words; their scores are in the index's `scratch`. */
export interface ScoredEntries {
  /** In entry order. */
  readonly positions: Uint32Array
  /** The score and the share that no entry exceeds. */
  readonly maxScore: number
  readonly maxShare: number
  /** False: every required word was replaced by similar ones, or is unknown. */
  readonly hasTypedWord: boolean
}

/** How much of a field's weight counts, by quality: a beginning in a stronger field beats a whole word in a weaker one. */
const qualityFactors = [1, 0.9, 0.5]
/** The points of a hit, by field and quality. */
const points = weights.flatMap((weight) => qualityFactors.map((factor) => weight * factor))
const maxPoints = Math.max(...points)
const categoryField = fields.indexOf('category')

/** A word that nothing contains weighs as much as one in this many entries. */
const unknownCount = 20
/** The weight of a similar word in a partial match. */
const replacementFactor = 0.5

/** Scores all entries that match one of `terms`. */
export function scoreEntries(index: SearchIndex, terms: readonly MatchedTerm[]): ScoredEntries {
  const { best, score, share, matched, worst, isOwn, latest } = index.scratch
  for (const buffer of [score, share, matched, worst, isOwn, latest]) buffer.fill(0)
  const touched: number[] = []
  let [maxScore, maxShare] = [0, 0]
  let hasTypedWord = false
  for (const [termIndex, term] of terms.entries()) {
    const found = findEntries(index, term, { number: termIndex + 1, touched })
    // The fewer entries have a word, the more it weighs.
    const information = Math.log2(1 + index.entries.length / (found.length || unknownCount))
    const termShare = information * (term.isReplaced && found.length > 0 ? replacementFactor : 1)
    maxScore += information * maxPoints
    if (term.isRequired) maxShare += termShare
    hasTypedWord ||= term.isRequired && !term.isReplaced
    for (const position of found) {
      const hit = best[position] ?? 0
      score[position] = (score[position] ?? 0) + information * (points[hit] ?? 0)
      if (!term.isRequired) continue
      matched[position] = (matched[position] ?? 0) + 1
      share[position] = (share[position] ?? 0) + termShare
      worst[position] = Math.max(worst[position] ?? 0, Math.floor(hit / qualityFactors.length))
    }
  }
  return { positions: Uint32Array.from(touched).sort(), maxScore, maxShare, hasTypedWord }
}

interface TermContext {
  /** From 1. */
  readonly number: number
  /** Receives the entries that no earlier word was found in. */
  readonly touched: number[]
}

/** The entries that a term is found in; `best` is then the position of their best hit in `points`. */
function findEntries(
  index: SearchIndex,
  { ranges, isRequired }: MatchedTerm,
  { number, touched }: TermContext,
): number[] {
  const { best, latest, isOwn } = index.scratch
  const found: number[] = []
  for (const { from, to, quality } of ranges) {
    const end = index.starts[to] ?? 0
    for (let hitIndex = index.starts[from] ?? 0; hitIndex < end; hitIndex += 1) {
      const hit = index.hits[hitIndex] ?? 0
      const position = getHitEntry(hit)
      const field = getHitField(hit)
      const value = field * qualityFactors.length + quality
      if (isRequired && field !== categoryField) isOwn[position] = 1
      if (latest[position] === number) {
        if ((points[value] ?? 0) > (points[best[position] ?? 0] ?? 0)) best[position] = value
        continue
      }
      if (latest[position] === 0) touched.push(position)
      latest[position] = number
      best[position] = value
      found.push(position)
    }
  }
  return found
}
