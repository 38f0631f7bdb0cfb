import styles from './cover.module.css'
import { cellSize, createCoverPattern } from './cover-pattern.ts'

const toneClasses = ['tone0', 'tone1', 'tone2']

/** The seed of the owner's own cover. The build draws it without knowing the owner, so it is the same on every site. */
export const ownerSeed = 'owner'

interface CoverProps {
  /** The same seed always produces the same cover. */
  readonly seed: string
  readonly columns: number
  readonly rows: number
  /** True: in the site's accent colour instead of one that depends on the seed. */
  readonly isAccent?: boolean
}

/** A generated cover for something without an image; fills its box. */
export function Cover({ seed, columns, rows, isAccent = false }: CoverProps) {
  const { tones, hue } = createCoverPattern(seed, columns, rows)
  return (
    <svg
      className={`${styles.cover} ${isAccent ? '' : styles[`hue${hue}`]}`}
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
