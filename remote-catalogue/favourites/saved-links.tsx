import { Link } from '@portico/shared/contract/router.ts'
import { useSyncExternalStore } from 'react'
import { addressOf } from '../model/entry.ts'
import styles from './favourites.module.css'
import { keptFavourites } from './favourites.ts'
import { keptCalls } from './history.ts'

/** So many recent rows stand beside the favourites. */
const maxRecent = 5

/** The way back to favourites and to the rows that were called last. */
export function KeptWays({ onChosen }: { readonly onChosen: () => void }) {
  const favourites = useSyncExternalStore(keptFavourites.subscribe, keptFavourites.read)
  const calls = useSyncExternalStore(keptCalls.subscribe, keptCalls.read)
  const recent = calls.filter(
    ({ path, id }, at) => calls.findIndex((other) => other.path === path && other.id === id) === at,
  )
  return (
    <>
      <Ways label="Favourites" ways={favourites} onChosen={onChosen} />
      <Ways label="Called lately" ways={recent.slice(0, maxRecent)} onChosen={onChosen} />
    </>
  )
}

interface WaysProps {
  readonly label: string
  readonly ways: readonly { readonly path: string; readonly id: string; readonly name: string }[]
  readonly onChosen: () => void
}

function Ways({ label, ways, onChosen }: WaysProps) {
  if (ways.length === 0) return null
  return (
    <div className={styles.ways}>
      <span>{label}</span>
      <ul aria-label={label}>
        {ways.map((way) => (
          <li key={way.path + way.id}>
            <Link data-found to={addressOf(way)} onClick={onChosen}>
              {way.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
