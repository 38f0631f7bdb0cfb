import styles from './cover.module.css'
import { cellSize, coverPattern } from './pattern.ts'

const toneClasses = ['tone0', 'tone1', 'tone2']

interface CoverProps {
  /** What the cover stands for: the same seed always has the same cover. */
  readonly seed: string
  readonly columns: number
  readonly rows: number
  /** True: in the site's accent colour, whatever the seed says. */
  readonly inAccent?: boolean
}

/** A drawn cover for something that has no image; fills its box. */
export function Cover({ seed, columns, rows, inAccent = false }: CoverProps) {
  const { tones, hue } = coverPattern(seed, columns, rows)
  return (
    <svg
      className={`${styles.cover} ${inAccent ? '' : styles[`hue${hue}`]}`}
      viewBox={`0 0 ${columns * cellSize} ${rows * cellSize}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {toneClasses.map((name, tone) => (
        <path key={name} className={styles[name]} d={tones[tone]} />
      ))}
    </svg>
  )
}
