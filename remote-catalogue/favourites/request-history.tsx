import type { Values } from '@portico/kit/api/validate-values.ts'
import { formatDateTime } from '@portico/kit/format.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import type { Entry } from '../model/entry.ts'
import styles from './favourites.module.css'
import { history } from './history.ts'
import { usePersistedList } from './persisted-list.ts'

interface RequestHistoryProps {
  readonly entry: Entry
  readonly onRestore: (values: Values) => void
}

/** The past requests of an entry. Each can be restored to the form. */
export function RequestHistory({ entry, onRestore }: RequestHistoryProps) {
  const all = usePersistedList(history)
  const entryItems = all.filter(({ path, id }) => path === entry.path && id === entry.id)
  if (entry.row.privacy) {
    return <p className={styles.note}>Requests that contain personal data aren’t saved.</p>
  }
  if (entryItems.length === 0) return null
  return (
    <details className={styles.history}>
      <summary>History ({entryItems.length})</summary>
      <ul>
        {entryItems.map(({ at, status, values }) => (
          <li key={at}>
            <span>{formatDateTime(at)}</span>
            <span>{status}</span>
            <code>{Object.values(values).filter(Boolean).join(' · ')}</code>
            <Button tone="secondary" size="small" onClick={() => onRestore(values)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <Button
        tone="secondary"
        size="small"
        onClick={() => history.write(all.filter((request) => !entryItems.includes(request)))}
      >
        Clear history
      </Button>
    </details>
  )
}
