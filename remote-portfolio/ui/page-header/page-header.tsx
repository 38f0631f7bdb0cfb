import type { ReactNode } from 'react'
import styles from './page-header.module.css'

interface PageHeadProps {
  /** A word or two above the heading. */
  readonly kicker: ReactNode
  readonly title: string
  /** One or two sentences below the heading. */
  readonly children?: ReactNode
}

/** The head of a page. The heading can take the focus, because the shell moves it there after each navigation. */
export function PageHead({ kicker, title, children }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <p className={styles.kicker}>{kicker}</p>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <p className={styles.lead}>{children}</p>}
    </div>
  )
}
