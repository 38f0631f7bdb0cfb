import * as v from 'valibot'
import { type Entry, getEntryName } from '../model/entry.ts'
import { createPersistedList, type PersistedList } from './persisted-list.ts'

const FavouriteSchema = v.object({
  path: v.pipe(v.string(), v.startsWith('/api/')),
  id: v.string(),
  name: v.string(),
})

type Favourite = v.InferOutput<typeof FavouriteSchema>

const maxFavourites = 100

/** The visitor's favourites on this device, latest first. */
export const favourites: PersistedList<Favourite> = createPersistedList(
  'portico.catalogue.favourites',
  FavouriteSchema,
  maxFavourites,
)

/** Adds an entry to the favourites, or removes it. */
export function toggleFavourite(entry: Entry): void {
  const { path, id } = entry
  const all = favourites.read()
  const others = all.filter((other) => other.path !== path || other.id !== id)
  favourites.write(others.length < all.length ? others : [{ path, id, name: getEntryName(entry) }, ...others])
}
