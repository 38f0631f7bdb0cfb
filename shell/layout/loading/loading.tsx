import styles from './loading.module.css'

/** Shown while a page loads. */
export function Loading() {
  return (
    <p className={styles.loading} role="status">
      Loading...
    </p>
  )
}
