import { Link } from '@portico/shared/contract/router.ts'
import type { Place } from './destinations.ts'
import styles from './global-search.module.css'

interface FoundPlacesProps {
  readonly places: readonly Place[]
  readonly onChosen: () => void
}

/** Pages to go to, and things to do. */
export function FoundPlaces({ places, onChosen }: FoundPlacesProps) {
  if (places.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Pages and actions">
      {places.map((place) => (
        <li key={place.kind + place.name} className={styles.item}>
          {place.kind === 'page' ? (
            <Link className={styles.way} data-found to={place.to} onClick={onChosen}>
              <span className={styles.name}>{place.name}</span>
              <span className={styles.detail}>{place.to}</span>
            </Link>
          ) : (
            <button
              type="button"
              className={styles.way}
              data-found
              onClick={() => {
                place.run()
                onChosen()
              }}
            >
              <span className={styles.name}>{place.name}</span>
              <span className={styles.detail}>action</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
