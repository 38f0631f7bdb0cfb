import { useSyncExternalStore } from 'react'
import { type Entry, nameOf } from '../entries/entry.ts'
import { SmallButton } from '../small-button/small-button.tsx'
import { keptFavourites, toggleFavourite } from './kept-favourites.ts'

/** Marks an entry as one to come back to. */
export function FavouriteButton({ entry }: { readonly entry: Entry }) {
  const all = useSyncExternalStore(keptFavourites.subscribe, keptFavourites.read)
  const isMarked = all.some(({ path, id }) => path === entry.path && id === entry.id)
  return (
    <SmallButton
      aria-pressed={isMarked}
      aria-label={`${nameOf(entry)} is a favourite`}
      onClick={() => toggleFavourite(entry)}
    >
      <span aria-hidden="true">{isMarked ? '★' : '☆'}</span> Favourite
    </SmallButton>
  )
}
