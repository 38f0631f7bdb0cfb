import * as v from 'valibot'
import { type Entry, nameOf } from '../model/entry.ts'
import { type KeptList, keptList } from './persisted-list.ts'

const FavouriteSchema = v.object({
  path: v.pipe(v.string(), v.startsWith('/api/')),
  id: v.string(),
  name: v.string(),
})

type Favourite = v.InferOutput<typeof FavouriteSchema>

const maxFavourites = 100

/** The rows that the visitor marked on this device, latest first. */
export const keptFavourites: KeptList<Favourite> = keptList(
  'portico.catalogue.favourites',
  FavouriteSchema,
  maxFavourites,
)

/** Marks an entry, or takes the mark away. */
export function toggleFavourite(entry: Entry): void {
  const { path, id } = entry
  const all = keptFavourites.read()
  const others = all.filter((other) => other.path !== path || other.id !== id)
  keptFavourites.write(others.length < all.length ? others : [{ path, id, name: nameOf(entry) }, ...others])
}
