import type { ReactNode } from 'react'
import styles from './section.module.css'

interface SectionProps {
  /** Of the heading; one of its kind on the page. */
  readonly id: string
  readonly heading: string
  /** Stands beside the heading: a way further, or a count. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of a page under a heading of its own, and known by it. */
export function Section({ id, heading, aside, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <SectionHeading id={id}>{heading}</SectionHeading>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The heading alone, for a part that is laid out otherwise. */
export function SectionHeading({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <h2 id={id} className={styles.heading}>
      {children}
    </h2>
  )
}
