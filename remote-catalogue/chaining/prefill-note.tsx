import styles from './chaining.module.css'
import type { Prefill } from './prefill.ts'

/** Names the fields that were prefilled from a response. */
export function PrefillNote({ prefill }: { readonly prefill: Prefill | null }) {
  return (
    prefill && (
      <p className={styles.note}>
        Filled in from {prefill.from}: <code>{Object.keys(prefill.values).join(', ')}</code>
      </p>
    )
  )
}
