import styles from './chaining.module.css'
import type { Prefill } from './prefill.ts'

/** Names the fields that were prefilled from a response. */
export function PrefillNote({ carried }: { readonly carried: Prefill | null }) {
  return (
    carried && (
      <p className={styles.came}>
        Filled in from {carried.from}: <code>{Object.keys(carried.values).join(', ')}</code>
      </p>
    )
  )
}
