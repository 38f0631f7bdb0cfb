import { getHitField, type SearchIndex } from './build-index.ts'
import { fields } from './fields.ts'
import { countTypos, getLetterMask, getMaxTypos, quickReject } from './typos.ts'
import { foldSpelling, splitTypedWords, splitWords } from './words.ts'

/** A word of a search. */
export interface Term {
  /** As it was typed, in lower case. */
  readonly typed: string
  readonly word: string
  /** False: it adds to the score, but is optional. */
  readonly isRequired: boolean
  /** Similar words of the index that replace it, because nothing contains it; null: it is searched for as typed. */
  readonly replacements: readonly string[] | null
}

/** How well a word of the index matches a term: it is the same, begins so, or is another form, a synonym or similar. */
const quality = { exact: 0, prefix: 1, related: 2 } as const

/** A range of words in the index that match a term. */
export interface WordRange {
  readonly from: number
  readonly to: number
  readonly quality: (typeof quality)[keyof typeof quality]
}

/** Longer (pasted) texts are truncated to this many words. */
const maxTerms = 12

/** The words of a search; with an index, its compounds such as `you tube` are one. Fillers are required only if there is nothing else. */
export function parseTerms(text: string, index?: SearchIndex): Term[] {
  const typedWords = [...new Set(splitTypedWords(text))].slice(0, maxTerms)
  const terms = (index ? joinCompounds(index, typedWords) : typedWords).map((typed) => {
    const word = foldSpelling(typed.replaceAll(' ', ''))
    return { typed, word, isRequired: !isFiller(word), replacements: null }
  })
  return terms.some(({ isRequired }) => isRequired)
    ? terms
    : terms.map((term) => ({ ...term, isRequired: true }))
}

/** Joins neighbours that are one word of the index, or a form of one. Not fillers: `who is` rarely means WHOIS. */
function joinCompounds(index: SearchIndex, typedWords: readonly string[]): string[] {
  const joined: string[] = []
  for (const typed of typedWords) {
    const last = joined.at(-1) ?? ''
    const word = foldSpelling(last.replaceAll(' ', '') + typed)
    const isCompound =
      !(isFiller(last) && isFiller(typed)) &&
      last !== '' &&
      [word, getStem(word) ?? word].some((form) => isOwnWord(index, form))
    if (isCompound) joined.pop()
    joined.push(isCompound ? `${last} ${typed}` : typed)
  }
  return joined
}

/** Whether a text has this word. Not so operations: they are joined without being one word, such as `googleSearch`. */
function isOwnWord({ words, starts, hits }: SearchIndex, word: string): boolean {
  const position = findFirst(words, word)
  if (words[position] !== word) return false
  return hits
    .subarray(starts[position], starts[position + 1])
    .some((hit) => fields[getHitField(hit)] !== 'operation')
}

/** The words of the index that match a term, without tolerating typos. */
export function findRanges({ words }: SearchIndex, { word, isRequired }: Term): WordRange[] {
  const from = findFirst(words, word)
  const next = words[from] === word ? from + 1 : from
  const ranges: WordRange[] = [{ from, to: next, quality: quality.exact }]
  if (isRequired) {
    ranges.push({ from: next, to: findEnd(words, word), quality: quality.prefix })
    const stem = getStem(word)
    if (stem !== null)
      ranges.push({ from: findFirst(words, stem), to: findEnd(words, stem), quality: quality.related })
    for (const synonym of getSynonyms(word)) {
      ranges.push({ from: findFirst(words, synonym), to: findEnd(words, synonym), quality: quality.related })
    }
  }
  return ranges.filter((range) => range.from < range.to)
}

/** Whether a word of an entry matches a term. */
export function matchesTerm({ word, isRequired, replacements }: Term, other: string): boolean {
  if (replacements !== null) return replacements.includes(other)
  if (!isRequired) return other === word
  return [word, getStem(word), ...getSynonyms(word)].some(
    (start) => start !== null && other.startsWith(start),
  )
}

/** The words with the fewest typos, at most as many as the term tolerates. */
export function findSimilarRanges({ words, letters }: SearchIndex, { word }: Term): WordRange[] {
  const allowed = getMaxTypos(word)
  if (allowed === 0) return []
  const letterMask = getLetterMask(word)
  // The first letter is hardly ever wrong, and words with another one are similar by chance.
  const [first = ''] = word
  const end = findEnd(words, first)
  let fewest = allowed
  let similar: WordRange[] = []
  for (let position = findFirst(words, first); position < end; position += 1) {
    if (quickReject(letterMask, letters[position] ?? 0, fewest)) continue
    const typos = countTypos(word, words[position] ?? '', fewest)
    if (typos > fewest) continue
    if (typos < fewest) similar = []
    fewest = typos
    similar.push({ from: position, to: position + 1, quality: quality.related })
  }
  return similar
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

/** The position behind the last word with this prefix. */
function findEnd(words: readonly string[], start: string): number {
  // No word contains this character, and it sorts after all others.
  return findFirst(words, `${start}\u{10ffff}`)
}

/** Words that people use for the same thing; an alias of a row is better where only this row is meant. */
const synonyms: readonly (readonly string[])[] = [
  'picture image photo pic photograph',
  'download save grab',
  'find search lookup',
  'song music track audio',
  'video clip',
  'phone mobile telephone',
  'website site webpage',
  'latest newest recent',
  'bigger larger enlarge',
].map(splitWords)

const synonymsOf = new Map(synonyms.flatMap((group) => group.map((word) => [word, group] as const)))

/** The words that mean the same as `word`. */
function getSynonyms(word: string): readonly string[] {
  return synonymsOf.get(word)?.filter((other) => other !== word) ?? []
}

/** Each with the shortest stem: shorter ones begin too many other words, such as `new` for `news`. */
const endings: readonly (readonly [ending: string, minStem: number])[] = [
  ['ing', 4],
  ['er', 6],
  ['ed', 4],
  ['es', 4],
  ['s', 4],
  ['e', 4],
]

/** What the forms of a word have in common: `call` for `calling`; null if it has no such ending. */
function getStem(word: string): string | null {
  if (word.endsWith('ss')) return null
  const [ending] =
    endings.find(([end, minStem]) => word.endsWith(end) && word.length - end.length >= minStem) ?? []
  return ending === undefined ? null : word.slice(0, -ending.length)
}

const fillers = new Set(
  splitWords(
    `a an the this that these some any of to in on at by for from between with without into and or as like i me my you your it is
    are be do does can how what which who where when want need please make turn get give show`,
  ),
)

/** Whether a word says little about the search. It adds to the score, but is optional. */
function isFiller(word: string): boolean {
  return fillers.has(word)
}
