import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  readonly role?: 'status'
  readonly children: ReactNode
}

/** Text for screen readers only. */
export function VisuallyHidden({ role, children }: VisuallyHiddenProps) {
  return (
    <span role={role} className={styles.hidden}>
      {children}
    </span>
  )
}
