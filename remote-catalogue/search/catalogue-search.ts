import { runInSlices } from '@portico/kit/yield-to-main.ts'
import type { Category } from '../data/schema.ts'
import { type Entry, iterateEntries } from '../model/entry.ts'
import type { View } from '../model/view.ts'
import { applyFacets, buildMasks, type FilteredEntries } from './apply-facets.ts'
import { buildIndex } from './build-index.ts'
import { type SearchMatch, search } from './search.ts'

/** Finds entries by words and facets. */
export interface CatalogueSearch {
  search(view: Pick<View, 'text' | 'selection'>): SearchResults
}

/** The results of a view. */
export interface SearchResults extends FilteredEntries {
  /** The results before filtering. */
  readonly match: SearchMatch
  readonly getEntry: (position: number) => Entry | undefined
}

/** Builds the search over `categories` in slices, so that the page stays responsive. */
export function createCatalogueSearch(
  categories: readonly Pick<Category, 'path' | 'rows'>[],
  signal?: AbortSignal,
): Promise<CatalogueSearch> {
  return runInSlices(buildCatalogueSearch(categories), signal)
}

function* buildCatalogueSearch(
  categories: readonly Pick<Category, 'path' | 'rows'>[],
): Generator<void, CatalogueSearch, void> {
  const index = yield* buildIndex(iterateEntries(categories))
  const { entries } = index
  const masks = yield* buildMasks(entries)
  // Without a search text, variants stay collapsed in their rows.
  const rows = index.all.filter((position) => entries[position]?.variant === null)
  const getEntry = (position: number) => entries[position]
  return {
    search({ text, selection }) {
      const match = search(index, text)
      return {
        match,
        getEntry,
        ...applyFacets(text.trim() === '' ? rows : match.positions, masks, selection),
      }
    },
  }
}
