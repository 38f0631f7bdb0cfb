import { type Entry, getEntries, getEntryName } from '../model/entry.ts'
import { buildIndex, type SearchIndex } from '../search/build-index.ts'
import { search } from '../search/search.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'

/** Builds an index synchronously. */
export function buildIndexSync(entries: readonly Entry[]): SearchIndex {
  const work = buildIndex(entries)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Every row and variant of the catalogue. */
export const allEntries = (await readCatalogue()).flatMap(getEntries)

/** Names of the results, best first. */
export function findNames(index: SearchIndex, text: string): string[] {
  return [...search(index, text).positions].flatMap((position) => {
    const entry = index.entries[position]
    return entry ? [getEntryName(entry)] : []
  })
}
