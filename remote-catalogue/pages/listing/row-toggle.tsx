import { type Entry, getEntryName, getTryId } from '../../model/entry.ts'
import styles from './row-toggle.module.css'

interface RowToggleProps {
  readonly entry: Entry
  readonly isOpen: boolean
}

/**
 * The name of a row, which opens and closes it: by HTML alone, together with `table-row.module.css`, and by `useEntryEvents` once
 * the page is hydrated. Browsers open it for a link to what it contains, too.
 */
export function RowToggle({ entry, isOpen }: RowToggleProps) {
  return (
    <details name="entry" open={isOpen}>
      <summary className={styles.toggle} data-entry={entry.id}>
        {getEntryName(entry)}
      </summary>
      <span id={getTryId(entry)} />
    </details>
  )
}
