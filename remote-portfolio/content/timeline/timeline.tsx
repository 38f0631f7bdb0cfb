import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import type { TimelineEntry } from '../schemas.ts'
import styles from './timeline.module.css'

/** Jobs or education, in the given order. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {eachOwner(entries, (entry) => (
        <li key={`${entry.years} ${entry.title}`} className={styles.entry}>
          <p className={styles.years}>{entry.years}</p>
          <div className={styles.text}>
            <h3 className={styles.title}>{entry.title}</h3>
            <p className={styles.place}>{entry.place}</p>
            {whenOwner(entry, 'summary', (summary) => (
              <p className={styles.summary}>{summary}</p>
            ))}
            {whenOwner(entry, 'points', (points) => (
              <ul className={styles.points}>
                {eachOwner(points, (point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}
