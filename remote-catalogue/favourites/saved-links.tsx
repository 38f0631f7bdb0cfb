import { Link } from '@portico/shared/contract/router.ts'
import { useSyncExternalStore } from 'react'
import { getEntryPath } from '../model/entry.ts'
import styles from './favourites.module.css'
import { favourites } from './favourites.ts'
import { history } from './history.ts'

const maxRecent = 5

/** Links to the favourites and to recently used endpoints. */
export function SavedLinks() {
  const favouriteItems = useSyncExternalStore(favourites.subscribe, favourites.read)
  const historyItems = useSyncExternalStore(history.subscribe, history.read)
  const recent = historyItems.filter(
    ({ path, id }, index) =>
      historyItems.findIndex((other) => other.path === path && other.id === id) === index,
  )
  return (
    <>
      <LinkList label="Favourites" links={favouriteItems} />
      <LinkList label="Recent" links={recent.slice(0, maxRecent)} />
    </>
  )
}

interface LinkListProps {
  readonly label: string
  readonly links: readonly { readonly path: string; readonly id: string; readonly name: string }[]
}

function LinkList({ label, links }: LinkListProps) {
  if (links.length === 0) return null
  return (
    <div className={styles.links}>
      <span>{label}</span>
      <ul aria-label={label}>
        {links.map((link) => (
          <li key={link.path + link.id}>
            <Link to={getEntryPath(link)}>{link.name}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
