import { favourites } from './favourites.ts'
import { history } from './history.ts'
import { usePersistedList } from './persisted-list.ts'

/** An entry that the visitor has used or marked. */
export interface SavedLink {
  readonly path: string
  readonly id: string
  readonly name: string
}

const maxRecent = 5

/** The visitor's favourites, and the entries of the latest requests. */
export function useSavedLinks(): {
  readonly favourites: readonly SavedLink[]
  readonly recent: readonly SavedLink[]
} {
  const favouriteItems = usePersistedList(favourites)
  const historyItems = usePersistedList(history)
  const recent = historyItems.filter(
    (item, index) => historyItems.findIndex((other) => isSameEntry(other, item)) === index,
  )
  return { favourites: favouriteItems, recent: recent.slice(0, maxRecent) }
}

/** Whether two links lead to the same entry. */
export function isSameEntry(link: SavedLink, other: SavedLink): boolean {
  return link.path === other.path && link.id === other.id
}
