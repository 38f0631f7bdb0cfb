import styles from './load-error.module.css'

interface LoadErrorProps {
  /** What is missing, for example `The search`. */
  readonly what: string
  readonly retry: () => void
}

/** Replaces a part of the page that failed to load. Small, because it is part of every first load. */
export function LoadError({ what, retry }: LoadErrorProps) {
  return (
    <p className={styles.error} role="alert">
      {what} couldn’t be loaded. Check your connection and{' '}
      <button type="button" onClick={retry}>
        try again
      </button>
      .
    </p>
  )
}
