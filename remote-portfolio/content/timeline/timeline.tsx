import type { TimelineEntry } from '@portico/shared/content/content.ts'
import styles from './timeline.module.css'

/** Places of work or of learning, in the order that they come in. */
export function Timeline({ stations }: { readonly stations: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {stations.map((station) => (
        <li key={`${station.from} ${station.title}`} className={styles.station}>
          <p className={styles.years}>{yearsOf(station)}</p>
          <div className={styles.text}>
            <h3 className={styles.title}>{station.title}</h3>
            <p className={styles.place}>{station.place}</p>
            {station.summary !== undefined && <p className={styles.summary}>{station.summary}</p>}
            {station.points.length > 0 && (
              <ul className={styles.points}>
                {station.points.map((point) => (
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

/** `2019`, `2020 – 2022`, `2022 – now` */
function yearsOf({ from, to }: TimelineEntry): string {
  if (to === undefined) return `${from} – now`
  return from === to ? String(from) : `${from} – ${to}`
}
