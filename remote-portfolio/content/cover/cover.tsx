import { cellSize, getCoverHue, getCoverTone, toneCount } from '@portico/kit/content/cover-pattern.ts'
import { deriveOwner } from '@portico/kit/site/owner-marks.ts'
import styles from './cover.module.css'

const tones = Array.from({ length: toneCount }, (_, tone) => tone)

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
  return (
    <svg
      className={styles.cover}
      data-hue={isAccent ? undefined : deriveOwner(seed, 'hue', getCoverHue)}
      viewBox={`0 0 ${columns * cellSize} ${rows * cellSize}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {tones.map((tone) => (
        <path
          key={tone}
          className={styles[`tone${tone}`]}
          d={deriveOwner(seed, `cover-${columns}-${rows}-${tone}`, (name) =>
            getCoverTone(name, { columns, rows, tone }),
          )}
        />
      ))}
    </svg>
  )
}
