import type { ReactNode } from 'react'
import styles from './alert.module.css'

interface AlertProps {
  /** `danger` interrupts screen readers; `success` and `info` wait until they are idle. */
  readonly tone: 'danger' | 'success' | 'info'
  /** null takes no space. */
  readonly children: ReactNode
}

/** A message that screen readers announce. Keep it mounted while there is no message, or the first is not announced. */
export function Alert({ tone, children }: AlertProps) {
  const isEmpty = children === null || children === undefined || children === false
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={isEmpty ? undefined : `${styles.alert} ${styles[tone]}`}
    >
      {children}
    </div>
  )
}
