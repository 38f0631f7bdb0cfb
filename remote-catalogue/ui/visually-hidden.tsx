import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface UnseenProps {
  readonly role?: 'status'
  readonly children: ReactNode
}

/** Words for screen readers only. */
export function Unseen({ role, children }: UnseenProps) {
  return (
    <span role={role} className={styles.unseen}>
      {children}
    </span>
  )
}
