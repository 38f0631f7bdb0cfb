import type { ReactNode } from 'react'
import styles from './notice.module.css'

interface NoticeProps {
  readonly title: string
  readonly children: ReactNode
}

/** A page that has only a message. */
export function Notice({ title, children }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <p>{children}</p>
    </div>
  )
}
