import { foldText } from '@portico/kit/fold-text.ts'
import { type Entry, getEntryName } from '../model/entry.ts'
import { getPreferredTexts, getSearchTexts, splitField } from './fields.ts'
import { getLetterMask } from './typos.ts'
import { splitWords } from './words.ts'

/** The search index: sorted words, and for each a run of hits. */
export interface SearchIndex {
  readonly entries: readonly Entry[]
  /** Sorted, so that words with the same prefix are adjacent. */
  readonly words: readonly string[]
  /** The start of each word's hits, by the word's position, plus the end of the last. */
  readonly starts: Uint32Array
  /** Entry position and field number, packed: see `getHitEntry` and `getHitField`. */
  readonly hits: Uint32Array
  /** A bit for each letter of a word, by the word's position: see `getLetterMask`. */
  readonly letters: Uint32Array
  /** The positions of all entries, in order. */
  readonly all: Uint32Array
  /** The words of the names, by the entry's position. */
  readonly names: readonly string[]
  /** Positions of entries by their operation and by their method, in lower case. */
  readonly preferredTexts: ReadonlyMap<string, readonly number[]>
  /** Reusable buffers, by the entry's position: allocating them for 100,000 entries would take longer than a search. */
  readonly scratch: ScratchBuffers
}

type ScratchBuffers = ReturnType<typeof createScratch>

/** Seven fields fit in three bits; 29 bits are left for half a billion entries. */
const fieldBits = 3

export const getHitEntry = (hit: number): number => hit >>> fieldBits
export const getHitField = (hit: number): number => hit & ((1 << fieldBits) - 1)

/** Entries per slice: about a millisecond on a phone. */
const entriesPerStep = 50
const hitsPerStep = 50_000

/** Builds the index, as a generator that can run in slices. */
export function* buildIndex(source: Iterable<Entry>): Generator<void, SearchIndex, void> {
  const entries: Entry[] = []
  const wordNumbers = new Map<string, number>()
  const lastEntryOfWord: number[] = [] // by word: the entry that it was noted for last
  const postings = { words: new NumberBuffer(), hits: new NumberBuffer() }
  const names: string[] = []
  const preferredTexts = new Map<string, number[]>()
  const getWords = createSplitter()
  for (const entry of source) {
    const position = entries.push(entry) - 1
    names.push(splitWords(getEntryName(entry)).join(' '))
    for (const name of getPreferredTexts(entry)) addPosition(preferredTexts, foldText(name), position)
    for (const [field, texts] of getSearchTexts(entry).entries()) {
      for (const word of getWords(field, texts)) {
        const wordNumber = wordNumbers.get(word) ?? wordNumbers.size
        if (wordNumber === wordNumbers.size) wordNumbers.set(word, wordNumber)
        // Fields come strongest first: later hits of the same word add nothing.
        if (lastEntryOfWord[wordNumber] === position) continue
        lastEntryOfWord[wordNumber] = position
        postings.words.push(wordNumber)
        postings.hits.push((position << fieldBits) | field)
      }
    }
    if (position % entriesPerStep === entriesPerStep - 1) yield
  }
  yield
  const words = [...wordNumbers.keys()].sort()
  yield
  const order = Uint32Array.from(words, (word) => wordNumbers.get(word) ?? 0)
  yield
  const letters = Uint32Array.from(words, getLetterMask)
  yield
  const sorted = yield* groupByWord(order, postings.words.all(), postings.hits.all())
  const all = Uint32Array.from(entries.keys())
  return {
    entries,
    words,
    letters,
    all,
    names,
    preferredTexts,
    scratch: createScratch(entries.length),
    ...sorted,
  }
}

/** Splits the texts of a field. Neighbours often have the same ones: variants those of their row, rows those of their category. */
function createSplitter() {
  const last: { readonly text: string; readonly words: readonly string[] }[] = []
  return (field: number, texts: readonly string[]): readonly string[] => {
    const text = texts.join('\n')
    const known = last[field]
    if (known?.text === text) return known.words
    const words = splitField(field, text)
    last[field] = { text, words }
    return words
  }
}

function createScratch(count: number) {
  return {
    /** The last word found, by its number from 1. */
    latest: new Uint8Array(count),
    /** The best hit of the current word, see `rank-entries.ts`. */
    best: new Uint8Array(count),
    score: new Float64Array(count),
    /** Number of required words found so far. */
    matched: new Uint8Array(count),
    /** The total weight of the required words found so far. */
    share: new Float64Array(count),
    /** Number of the weakest field that a required word was found in. */
    worst: new Uint8Array(count),
    /** 1: a required word was found elsewhere than in the category or, for a variant, in its row. */
    isOwn: new Uint8Array(count),
  }
}

/** Groups the hits by word, in the order of the words, with a counting sort. */
function* groupByWord(order: Uint32Array, words: Uint32Array, hits: Uint32Array) {
  const rank = new Uint32Array(order.length)
  for (let position = 0; position < order.length; position += 1) rank[order[position] ?? 0] = position
  const starts = new Uint32Array(order.length + 1)
  for (let position = 0; position < words.length; position += 1) {
    const after = (rank[words[position] ?? 0] ?? 0) + 1
    starts[after] = (starts[after] ?? 0) + 1
    if (position % hitsPerStep === 0) yield
  }
  for (let position = 1; position < starts.length; position += 1) {
    starts[position] = (starts[position] ?? 0) + (starts[position - 1] ?? 0)
  }
  const next = starts.slice()
  const sorted = new Uint32Array(hits.length)
  for (let position = 0; position < hits.length; position += 1) {
    const word = rank[words[position] ?? 0] ?? 0
    const target = next[word] ?? 0
    sorted[target] = hits[position] ?? 0
    next[word] = target + 1
    if (position % hitsPerStep === 0) yield
  }
  return { starts, hits: sorted }
}

function addPosition(positions: Map<string, number[]>, name: string, position: number): void {
  const known = positions.get(name)
  if (known) known.push(position)
  else positions.set(name, [position])
}

/** A growing list of numbers that takes four bytes each. */
class NumberBuffer {
  private numbers = new Uint32Array(1024)
  private length = 0

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(this.length * 2)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers[this.length] = value
    this.length += 1
  }

  all(): Uint32Array {
    return this.numbers.subarray(0, this.length)
  }
}
