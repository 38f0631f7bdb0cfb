import { Button } from '@portico/kit/ui/button.tsx'
import { type Entry, getEntryName } from '../model/entry.ts'
import { favourites, toggleFavourite } from './favourites.ts'
import { usePersistedList } from './persisted-list.ts'

/** Adds an entry to the favourites or removes it. */
export function FavouriteButton({ entry }: { readonly entry: Entry }) {
  const all = usePersistedList(favourites)
  const isFavourite = all.some(({ path, id }) => path === entry.path && id === entry.id)
  return (
    <Button
      tone="secondary"
      size="small"
      aria-pressed={isFavourite}
      aria-label={`Favourite ${getEntryName(entry)}`}
      onClick={() => toggleFavourite(entry)}
    >
      <span aria-hidden="true">{isFavourite ? '★' : '☆'}</span> Favourite
    </Button>
  )
}
