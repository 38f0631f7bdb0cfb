import styles from './load-error.module.css'

interface ChunkFailureProps {
  /** What did not arrive, for example `The search`. */
  readonly what: string
  readonly retry: () => void
}

/** Stands where a part of the page could not be loaded. Plain, because the first load of every page has it. */
export function ChunkFailure({ what, retry }: ChunkFailureProps) {
  return (
    <p className={styles.failure} role="alert">
      {what} could not be loaded. Check your connection, then{' '}
      <button type="button" onClick={retry}>
        try again
      </button>
      .
    </p>
  )
}
