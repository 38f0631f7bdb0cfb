import type { Entry } from '../entries/entry.ts'
import { masksOf, type Narrowed, narrow } from '../facets/narrow.ts'
import { buildIndex } from '../search/build-index.ts'
import { inSlices } from '../search/in-slices.ts'
import { type Found, search } from '../search/search.ts'
import type { View } from '../view/view.ts'

/** Finds entries by words and facets. */
export interface Finder {
  find(view: Pick<View, 'text' | 'choice'>): Finding
}

/** What a view shows. */
export interface Finding extends Narrowed {
  /** What the words alone find. */
  readonly found: Found
  readonly entryAt: (place: number) => Entry | undefined
}

/** Makes a finder over `entries`, in slices that leave the page free in between. */
export async function makeFinder(entries: readonly Entry[], signal?: AbortSignal): Promise<Finder> {
  const index = await inSlices(buildIndex(entries), signal)
  const masks = masksOf(entries.map(({ row }) => row))
  return {
    find({ text, choice }) {
      const found = search(index, text)
      const all = text.trim() === '' ? rowsOnly(entries, found.places) : found.places
      return { found, entryAt: (place) => entries[place], ...narrow(all, masks, choice) }
    },
  }
}

/** Where nothing is searched for, variants stay folded in their rows. */
function rowsOnly(entries: readonly Entry[], places: Uint32Array): Uint32Array {
  return places.filter((place) => entries[place]?.variant === null)
}
