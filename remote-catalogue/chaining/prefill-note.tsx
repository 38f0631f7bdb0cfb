import styles from './chaining.module.css'
import type { Carried } from './prefill.ts'

/** Says which fields were filled from an answer. */
export function CameAlong({ carried }: { readonly carried: Carried | null }) {
  return (
    carried && (
      <p className={styles.came}>
        Filled from the answer of {carried.from}: <code>{Object.keys(carried.values).join(', ')}</code>
      </p>
    )
  )
}
