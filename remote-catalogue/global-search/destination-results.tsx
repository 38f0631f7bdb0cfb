import { Link } from '@portico/shared/contract/router.ts'
import type { Destination } from './destinations.ts'
import styles from './global-search.module.css'

interface DestinationResultsProps {
  readonly destinations: readonly Destination[]
  readonly onSelect: () => void
}

/** Matching pages and actions. */
export function DestinationResults({ destinations, onSelect }: DestinationResultsProps) {
  return (
    <ul className={styles.list} aria-label="Pages and actions">
      {destinations.map((destination) => (
        <li key={destination.kind + destination.name} className={styles.item}>
          {destination.kind === 'page' ? (
            <Link className={styles.link} data-result to={destination.path} onClick={onSelect}>
              <span className={styles.name}>{destination.name}</span>
              <span className={styles.detail}>{destination.path}</span>
            </Link>
          ) : (
            <button
              type="button"
              className={styles.link}
              data-result
              onClick={() => {
                destination.run()
                onSelect()
              }}
            >
              <span className={styles.name}>{destination.name}</span>
              <span className={styles.detail}>action</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
