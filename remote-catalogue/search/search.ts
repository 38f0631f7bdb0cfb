import { getHitEntry, getHitField, type SearchIndex } from './build-index.ts'
import { fields, weights } from './fields.ts'
import { countTypos, getLetterMask, getMaxTypos, quickReject } from './typos.ts'
import { normalize, splitWords } from './words.ts'

/** The search results, best first. */
export interface SearchMatch {
  /** Positions of entries in the index. */
  readonly positions: Uint32Array
  /** The similar words that replaced each mistyped word. */
  readonly replacements: ReadonlyMap<string, readonly string[]>
  /** The words that were searched for. */
  readonly words: readonly string[]
  /** False: no entry has every word, and these have at least half of them. */
  readonly hasAllWords: boolean
}

/** Longer (pasted) texts are truncated to this many words. */
const maxWords = 12

/**
 * The entries with every word of `text`, each as the prefix of one of their words. They are ranked: exact operation; name
 * with this prefix; all words in name or alias; in operation or parameter; in category or description. Typos are only
 * tolerated if nothing matches. If that finds nothing either: the entries with at least half of the words, those with
 * most of them first. An empty text returns everything.
 */
export function search(index: SearchIndex, text: string): SearchMatch {
  const words = [...new Set(splitWords(text))].slice(0, maxWords)
  const none = new Map<string, string[]>()
  if (words.length === 0) {
    const positions = text.trim() === '' ? index.all : index.all.subarray(0, 0)
    return { positions, replacements: none, words, hasAllWords: true }
  }
  const ranges = words.map((word) => [findRange(index, word)])
  const matches = findEntries(index, { ranges: ranges, text, hasAll: true })
  if (matches.length > 0) return { positions: matches, replacements: none, words, hasAllWords: true }
  const isMissing = ranges.map(([range]) => range === undefined || range.from === range.to)
  const replacements = new Map<string, string[]>()
  const similar = words.map((word, position) => {
    if (isMissing.includes(true) && !isMissing[position]) return ranges[position] ?? []
    const similarWords = findSimilarWords(index, word)
    replacements.set(
      word,
      similarWords.map((other) => index.words[other] ?? ''),
    )
    return similarWords.map((other) => ({ from: other, to: other + 1, exact: false }))
  })
  const positions = findEntries(index, { ranges: similar, text, hasAll: true })
  if (positions.length > 0 || words.length === 1) return { positions, replacements, words, hasAllWords: true }
  const wanted = isMissing.includes(true) ? similar : ranges
  const partial = findEntries(index, { ranges, text, hasAll: false })
  return {
    positions: partial,
    replacements: wanted === ranges ? none : replacements,
    words,
    hasAllWords: false,
  }
}

/** A range of words in the index; `exact`: the first one equals the typed word. */
interface WordRange {
  readonly from: number
  readonly to: number
  readonly exact: boolean
}

function findRange({ words }: SearchIndex, word: string): WordRange {
  const from = findFirst(words, word)
  // No word contains this character, and it sorts after all others.
  const to = findFirst(words, `${word}\u{10ffff}`)
  return { from, to, exact: words[from] === word }
}

/** The position of the first word that doesn't sort before `target` (binary search). */
function findFirst(words: readonly string[], target: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? '') < target) low = middle + 1
    else high = middle
  }
  return low
}

/** The positions of the words with the fewest typos, at most as many as the word tolerates. */
function findSimilarWords({ words, letters }: SearchIndex, word: string): number[] {
  const allowed = getMaxTypos(word)
  if (allowed === 0) return []
  const letterMask = getLetterMask(word)
  let fewest = allowed
  let similar: number[] = []
  for (let position = 0; position < words.length; position += 1) {
    if (quickReject(letterMask, letters[position] ?? 0, fewest)) continue
    const typos = countTypos(word, words[position] ?? '', fewest)
    if (typos > fewest) continue
    if (typos < fewest) similar = []
    fewest = typos
    similar.push(position)
  }
  return similar
}

/** A match scores twice its field's weight, plus this bonus for a whole word. */
const exactBonus = 1

interface Query {
  /** For each typed word, the matching words in the index. */
  readonly ranges: readonly (readonly WordRange[])[]
  readonly text: string
  /** True: entries with all of them; false: with at least half of them. */
  readonly hasAll: boolean
}

function findEntries(index: SearchIndex, { ranges, text, hasAll }: Query): Uint32Array {
  const { matched, latest, best, score, worst } = index.scratch
  matched.fill(0)
  latest.fill(0)
  for (const [wordIndex, wordRanges] of ranges.entries()) {
    const matchedNow: number[] = []
    for (const { from, to, exact } of wordRanges) {
      const exactEnd = exact ? (index.starts[from + 1] ?? 0) : 0
      const end = index.starts[to] ?? 0
      for (let hitIndex = index.starts[from] ?? 0; hitIndex < end; hitIndex += 1) {
        const hit = index.hits[hitIndex] ?? 0
        const position = getHitEntry(hit)
        // A whole word beats a prefix in the same field, but not a match in a stronger field.
        const value = getHitField(hit) * 2 + (hitIndex < exactEnd ? 0 : 1)
        if (latest[position] === wordIndex + 1) {
          if (value < (best[position] ?? 0)) best[position] = value
        } else if (!hasAll || matched[position] === wordIndex) {
          matched[position] = (matched[position] ?? 0) + 1
          latest[position] = wordIndex + 1
          best[position] = value
          matchedNow.push(position)
        }
      }
    }
    for (const position of matchedNow) {
      const value = best[position] ?? 0
      const fieldScore = (weights[value >> 1] ?? 0) * 2 + (value & 1 ? 0 : exactBonus)
      const isFirst = matched[position] === 1
      score[position] = isFirst ? fieldScore : (score[position] ?? 0) + fieldScore
      worst[position] = isFirst ? value >> 1 : Math.max(worst[position] ?? 0, value >> 1)
    }
  }
  const minMatches = hasAll ? ranges.length : Math.ceil(ranges.length / 2)
  return sortCandidates(index, {
    candidates: getPositions(matched, minMatches),
    wordCount: ranges.length,
    text,
  })
}

/** Positions with at least this many matched words, in entry order. */
function getPositions(matched: Uint8Array, minMatches: number): Uint32Array {
  const positions = new Uint32Array(matched.length)
  let count = 0
  for (let position = 0; position < matched.length; position += 1) {
    if ((matched[position] ?? 0) < minMatches) continue
    positions[count] = position
    count += 1
  }
  return positions.subarray(0, count)
}

/** Ranks, best first; see `search`. */
const rankCount = 5
const lastNameField = fields.indexOf('alias')
const lastRequestField = fields.indexOf('parameter')
const scoreCount = 512

interface Candidates {
  readonly candidates: Uint32Array
  /** The maximum number of matched words. */
  readonly wordCount: number
  readonly text: string
}

/** Sorts candidates with a counting sort: comparing 100,000 of them would take too long. */
function sortCandidates(index: SearchIndex, { candidates, wordCount, text }: Candidates): Uint32Array {
  const { matched, score, worst } = index.scratch
  const normalizedText = normalize(text).trim()
  const sameOperation = new Set(index.operations.get(normalizedText))
  const keys = new Uint16Array(candidates.length) // `maxWords` of all steps fit in it
  const counts = new Uint32Array((wordCount + 1) * rankCount * scoreCount * 2 + 1)
  for (const [candidate, position] of candidates.entries()) {
    const step = (wordCount - (matched[position] ?? 0)) * rankCount + getRank(position)
    const isVariant = index.entries[position]?.variant === null ? 0 : 1
    const key =
      (step * scoreCount + (scoreCount - 1 - Math.min(score[position] ?? 0, scoreCount - 1))) * 2 + isVariant
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

  function getRank(position: number): number {
    if (sameOperation.has(position)) return 0
    const field = worst[position] ?? 0
    if (index.names[position]?.startsWith(normalizedText)) return 1
    if (field <= lastNameField) return 2
    return field <= lastRequestField ? 3 : 4
  }
}
