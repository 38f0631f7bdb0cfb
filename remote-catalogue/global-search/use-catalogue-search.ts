import { loadCatalogue } from '../data/load-catalogue.ts'
import { type Finder, makeFinder } from '../search/catalogue-search.ts'
import { type ChunkState, chunkOf, useChunk } from '../ui/lazy-module.ts'

// Kept for the page view: the palette opens often, and the index takes a moment.
const siteFinder = chunkOf(async (): Promise<Finder> => {
  return makeFinder(await loadCatalogue())
})

/** The finder over all categories. */
export function useSiteFinder(): ChunkState<Finder> {
  return useChunk(siteFinder)
}
