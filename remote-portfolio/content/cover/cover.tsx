import type { ProjectCover } from '@portico/kit/content/content.ts'
import styles from './cover.module.css'

const cellSize = 20
const tones = ['strong', 'medium', 'light'] as const

interface CoverProps {
  readonly cover: ProjectCover
  /** How much of it is shown. */
  readonly columns: number
  readonly rows: number
}

/** The cover of something without an image; fills its box. */
export function Cover({ cover, columns, rows }: CoverProps) {
  return (
    <svg
      className={styles.cover}
      data-hue={cover.hue}
      viewBox={`0 0 ${columns * cellSize} ${rows * cellSize}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {tones.map((tone) => (
        <path key={tone} className={styles[tone]} d={cover[tone]} />
      ))}
    </svg>
  )
}
