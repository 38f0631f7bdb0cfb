import type { ReactNode } from 'react'
import styles from './card.module.css'

interface CardProps {
  readonly title: string
  /** A sentence below the heading. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** Links to related pages, below a rule. */
  readonly links?: ReactNode
}

/** The layout of every account page. */
export function Card({ title, lead, children, links }: CardProps) {
  return (
    <div className={styles.card}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      <div className={styles.body}>{children}</div>
      {links !== undefined && <div className={styles.links}>{links}</div>}
    </div>
  )
}
