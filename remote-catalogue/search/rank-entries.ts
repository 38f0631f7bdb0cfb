import { getHitEntry, getHitField, type SearchIndex } from './build-index.ts'
import { fields, weights } from './fields.ts'
import type { WordRange } from './match-words.ts'

/** What is ranked before everything else. */
export interface Preference {
  /** Entries with exactly this operation, method or access. */
  readonly exact: ReadonlySet<number>
  /** The beginning of a name. */
  readonly name: string
}

/** Partial matches have at least this share of the words' weight … */
const minShare = 0.4
/** … and of the best match's weight. */
const minShareOfBest = 0.6
/** How much a variant weighs, compared with a row: font names contain all kinds of words. */
const variantFactor = 0.7

/** Finds the entries that match `terms`, and ranks them; see `search`. */
export function rankEntries(index: SearchIndex, terms: readonly MatchedTerm[], preference: Preference) {
  const scored = scoreEntries(index, terms)
  // Not every variant matches with its row: only those with their own word.
  const positions = scored.positions.filter(
    (position) => index.scratch.isOwn[position] === 1 || !isVariant(index, position),
  )
  const requiredCount = terms.filter(({ isRequired }) => isRequired).length
  const complete = positions.filter((position) => index.scratch.matched[position] === requiredCount)
  const hasAllWords = complete.length > 0
  const ranked = hasAllWords
    ? sortByGroup(index, complete, { ...scored, getGroup: createRanking(index, preference) })
    : rankPartialMatches(index, { ...scored, positions })
  return { positions: ranked, hasAllWords }
}

/** The entries with most of the words' weight. Similar words alone are no match. */
function rankPartialMatches(index: SearchIndex, scored: ScoredEntries): Uint32Array {
  const { positions, maxScore, maxShare, hasTypedWord } = scored
  if (!hasTypedWord) return positions.subarray(0, 0)
  const getShare = (position: number) => getFactor(index, position) * (index.scratch.share[position] ?? 0)
  const bestShare = positions.reduce((best, position) => Math.max(best, getShare(position)), 0)
  const leastShare = Math.max(minShare * maxShare, minShareOfBest * bestShare)
  const partial = positions.filter((position) => getShare(position) >= leastShare)
  const getGroup = (position: number) =>
    Math.floor((1 - getShare(position) / maxShare) * shareLevels) + (isVariant(index, position) ? 2 : 0)
  return sortByGroup(index, partial, { maxScore, getGroup })
}

function isVariant({ entries }: SearchIndex, position: number): boolean {
  return entries[position]?.variant !== null
}

function getFactor(index: SearchIndex, position: number): number {
  return isVariant(index, position) ? variantFactor : 1
}

const lastNameField = fields.indexOf('alias')
const lastRequestField = fields.indexOf('property')

/** The rank of an entry with all words, best first; see `search`. Rows rank before variants that match as well. */
function createRanking(index: SearchIndex, { exact, name }: Preference) {
  return (position: number): number => {
    if (exact.has(position)) return 0
    const variantStep = isVariant(index, position) ? 1 : 0
    if (index.names[position]?.startsWith(name)) return 1 + variantStep
    const field = index.scratch.worst[position] ?? 0
    if (field <= lastNameField) return 2 + variantStep
    return (field <= lastRequestField ? 3 : 4) + variantStep
  }
}

const shareLevels = 16
const scoreLevels = 512
const maxKey = (shareLevels + 1) * scoreLevels * 2

interface Order {
  /** Entries of a lower group come first. */
  readonly getGroup: (position: number) => number
  /** The score that no entry exceeds. */
  readonly maxScore: number
}

/** Sorts by group, score, and rows before variants: with a counting sort, as comparing 100,000 would take too long. */
function sortByGroup(
  index: SearchIndex,
  candidates: Uint32Array,
  { getGroup, maxScore }: Order,
): Uint32Array {
  const { score } = index.scratch
  const keys = new Uint16Array(candidates.length) // `maxKey` fits in it
  const counts = new Uint32Array(maxKey + 1)
  for (const [candidate, position] of candidates.entries()) {
    const share = (getFactor(index, position) * (score[position] ?? 0)) / maxScore
    const level = Math.floor((1 - share) * (scoreLevels - 1))
    const key = (getGroup(position) * scoreLevels + level) * 2 + (isVariant(index, position) ? 1 : 0)
    keys[candidate] = key
    counts[key + 1] = (counts[key + 1] ?? 0) + 1
  }
  for (let key = 1; key < counts.length; key += 1) counts[key] = (counts[key] ?? 0) + (counts[key - 1] ?? 0)
  const positions = new Uint32Array(candidates.length)
  for (const [candidate, position] of candidates.entries()) {
    const key = keys[candidate] ?? 0
    positions[counts[key] ?? 0] = position
    counts[key] = (counts[key] ?? 0) + 1
  }
  return positions
}

/** A word of a search with the words of the index that match it. */
interface MatchedTerm {
  readonly isRequired: boolean
  /** True: nothing contains the word, and `ranges` are similar ones. */
  readonly isReplaced: boolean
  readonly ranges: readonly WordRange[]
}

/** The entries with any of the words; their scores are in the index's `scratch`. */
type ScoredEntries = ReturnType<typeof scoreEntries>

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

function scoreEntries(index: SearchIndex, terms: readonly MatchedTerm[]) {
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
  return {
    /** In entry order. */
    positions: Uint32Array.from(touched).sort() /** The score and the share that no entry exceeds. */,
    maxScore,
    maxShare /** False: every required word was replaced by similar ones, or is unknown. */,
    hasTypedWord,
  }
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
