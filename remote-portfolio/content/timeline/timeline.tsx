import type { TimelineEntry } from '@portico/shared/content/content.ts'
import styles from './timeline.module.css'

/** Jobs or education, in the given order. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {entries.map((entry) => (
        <li key={`${entry.from} ${entry.title}`} className={styles.entry}>
          <p className={styles.years}>{formatYears(entry)}</p>
          <div className={styles.text}>
            <h3 className={styles.title}>{entry.title}</h3>
            <p className={styles.place}>{entry.place}</p>
            {entry.summary !== undefined && <p className={styles.summary}>{entry.summary}</p>}
            {entry.points.length > 0 && (
              <ul className={styles.points}>
                {entry.points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** `2019`, `2020 – 2022`, `2022 – present` */
function formatYears({ from, to }: TimelineEntry): string {
  if (to === undefined) return `${from} – present`
  return from === to ? String(from) : `${from} – ${to}`
}
