import { foldText } from '@portico/kit/fold-text.ts'
import MiniSearch, { type SearchResult } from 'minisearch'
import { type Entry, getEntryName } from '../../remote-catalogue/model/entry.ts'
import { buildIndex } from '../../remote-catalogue/search/build-index.ts'
import { fields, getSearchTexts, weights } from '../../remote-catalogue/search/fields.ts'
import { search } from '../../remote-catalogue/search/search.ts'
import { splitIdentifier, splitWords } from '../../remote-catalogue/search/words.ts'

/** A search over the catalogue's entries. */
export interface Engine {
  readonly name: EngineName
  /** Indexes the entries and returns the search: entries for a text, best first. */
  index(entries: readonly Entry[]): (text: string) => Entry[]
}

/**
 * `MiniSearch, documented`: the options of its README (prefix, fuzzy 0.2, a boosted name). `MiniSearch, tuned`: our
 * weights and word boundaries; results with every word, else with typos allowed, else with at least half of the words.
 */
export type EngineName = 'portico' | 'MiniSearch, documented' | 'MiniSearch, tuned'

export const engines: readonly Engine[] = [
  { name: 'portico', index: indexOwn },
  { name: 'MiniSearch, documented', index: indexDocumented },
  { name: 'MiniSearch, tuned', index: indexTuned },
]

function indexOwn(entries: readonly Entry[]): (text: string) => Entry[] {
  const work = buildIndex(entries)
  let step = work.next()
  while (!step.done) step = work.next()
  const index = step.value
  return (text) => pick(index.entries, search(index, text).positions)
}

interface Document extends Readonly<Record<(typeof fields)[number], string>> {
  readonly id: number
}

function toDocument(entry: Entry, id: number): Document {
  const texts = getSearchTexts(entry).map((all) => all.join(' '))
  const [
    name = '',
    alias = '',
    operation = '',
    parameter = '',
    property = '',
    category = '',
    description = '',
  ] = texts
  return { id, name, alias, operation, parameter, property, category, description }
}

function indexDocumented(entries: readonly Entry[]): (text: string) => Entry[] {
  const index = new MiniSearch<Document>({
    fields: [...fields],
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { name: 2 } },
  })
  index.addAll(entries.map(toDocument))
  return (text) => pick(entries, ids(index.search(text)))
}

function indexTuned(entries: readonly Entry[]): (text: string) => Entry[] {
  const index = new MiniSearch<Document>({
    fields: [...fields],
    tokenize: (text, field) => (field === 'operation' ? splitIdentifier(text) : splitWords(text)),
    processTerm: foldText,
    searchOptions: {
      boost: Object.fromEntries(fields.map((field, at) => [field, weights[at] ?? 1])),
      prefix: true,
      tokenize: splitWords,
    },
  })
  index.addAll(entries.map(toDocument))
  return (text) => {
    const count = splitWords(text).length
    const hasHalf = ({ queryTerms }: SearchResult) => 2 * queryTerms.length >= count
    const attempts = [
      () => index.search(text, { combineWith: 'AND' }),
      () => index.search(text, { combineWith: 'AND', fuzzy: getMaxTypos }),
      () => index.search(text, { combineWith: 'OR', fuzzy: getMaxTypos }).filter(hasHalf),
    ]
    for (const attempt of attempts) {
      const results = attempt()
      if (results.length > 0) return pick(entries, ids(results))
    }
    return []
  }
}

/** MiniSearch counts two swapped letters as two typos, so longer words are allowed two. */
function getMaxTypos(word: string): number {
  if (word.length < 4) return 0
  return word.length < 6 ? 1 : 2
}

function ids(results: readonly SearchResult[]): number[] {
  return results.map(({ id }) => id)
}

function pick(entries: readonly Entry[], places: Iterable<number>): Entry[] {
  return Array.from(places, (place) => entries[place]).filter((entry) => entry !== undefined)
}

/** Whether an entry goes by one of these names, its own or that of its row. */
export function hasName(entry: Entry, names: readonly string[]): boolean {
  return names.includes(getEntryName(entry)) || names.includes(entry.row.name)
}
