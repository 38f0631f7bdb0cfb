import styles from './loading.module.css'

/** Stands where a page will be while it is on its way. */
export function Loading() {
  return (
    <p className={styles.loading} role="status">
      Loading...
    </p>
  )
}
