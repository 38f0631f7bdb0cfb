import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface PageHeaderProps {
  /** A short label above the heading. */
  readonly kicker: ReactNode
  readonly title: string
  /** A short introduction below the heading. */
  readonly children?: ReactNode
}

/** The header of a page. The heading is focusable because the shell focuses it after each navigation. */
export function PageHeader({ kicker, title, children }: PageHeaderProps) {
  return (
    <div className={styles.header}>
      <p className={styles.kicker}>{kicker}</p>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <p className={styles.lead}>{children}</p>}
    </div>
  )
}
