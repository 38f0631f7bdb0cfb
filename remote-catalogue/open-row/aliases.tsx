import type { Entry } from '../entries/entry.ts'
import styles from './facts.module.css'

/** The words under which an entry is found too. */
export function Aliases({ entry: { row, variant } }: { readonly entry: Entry }) {
  const words = (variant?.keywords ?? row.keywords).split(',')
  return (
    <p className={styles.fact}>
      <span className={styles.label}>Also found as</span> {words.join(', ')}
    </p>
  )
}
