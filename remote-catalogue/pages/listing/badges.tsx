import type { Row } from '../../data/schema.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './badges.module.css'

/** The badges of a row: paid, image, animated image. */
export function Badges({ row }: { readonly row: Row }) {
  return (
    <>
      {row.paid && <span className={`${styles.badge} ${styles.paid}`}>Paid users only</span>}
      {row.output === 'image' && (
        <span className={styles.badge}>
          <VisuallyHidden>Returns an </VisuallyHidden>image
        </span>
      )}
      {row.output === 'gif' && (
        <span className={styles.badge}>
          <VisuallyHidden>Returns a </VisuallyHidden>GIF
        </span>
      )}
    </>
  )
}
