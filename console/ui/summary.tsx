import type { ReactNode } from 'react'
import styles from './summary.module.css'

/** The sentence at the top of a page that says what matters most. */
export function Summary({ children }: { readonly children: ReactNode }) {
  return <p className={styles.summary}>{children}</p>
}
