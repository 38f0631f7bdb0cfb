import type { ReactNode } from 'react'
import styles from './alert.module.css'

interface AlertProps {
  /** `danger` interrupts a screen reader, `success` and `info` wait for their turn. */
  readonly tone: 'danger' | 'success' | 'info'
  /** What happened; null takes no room. */
  readonly children: ReactNode
}

/** Says what happened, on the screen and to screen readers. Keep it on the page while there is nothing to say. */
export function Alert({ tone, children }: AlertProps) {
  const isEmpty = children === null || children === undefined || children === false
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={isEmpty ? undefined : `${styles.notice} ${styles[tone]}`}
    >
      {children}
    </div>
  )
}
