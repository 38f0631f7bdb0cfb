import type { Category } from '../data/schema.ts'
import { type Entry, eachEntry } from '../model/entry.ts'
import type { View } from '../model/view.ts'
import { masksOf, type Narrowed, narrow } from './apply-facets.ts'
import { buildIndex } from './build-index.ts'
import { type Found, search } from './search.ts'
import { inSlices } from './time-slicing.ts'

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

/** Makes a finder over `categories`, in slices that leave the page free in between. */
export function makeFinder(
  categories: readonly Pick<Category, 'path' | 'rows'>[],
  signal?: AbortSignal,
): Promise<Finder> {
  return inSlices(finderOver(categories), signal)
}

function* finderOver(categories: readonly Pick<Category, 'path' | 'rows'>[]): Generator<void, Finder, void> {
  const index = yield* buildIndex(eachEntry(categories))
  const { entries } = index
  const masks = yield* masksOf(entries)
  // Where nothing is searched for, variants stay folded in their rows.
  const rows = index.all.filter((place) => entries[place]?.variant === null)
  const entryAt = (place: number) => entries[place]
  return {
    find({ text, choice }) {
      const found = search(index, text)
      return { found, entryAt, ...narrow(text.trim() === '' ? rows : found.places, masks, choice) }
    },
  }
}
