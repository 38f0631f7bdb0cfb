import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  /** The heading's id, unique on the page. */
  readonly id: string
  readonly heading: string
  /** Shown next to the heading: a link or a count. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A section of a page, labelled by its heading. */
export function Section({ id, heading, aside, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.header}>
        <SectionHeading id={id}>{heading}</SectionHeading>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Only the heading, for sections with their own layout. */
export function SectionHeading({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <h2 id={id} className={styles.heading}>
      {children}
    </h2>
  )
}
