import type { Row } from '../../data/schema.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './row-note.module.css'

/** What is special about an endpoint, collapsed. */
export function RowNote({ row: { name, note, privacy } }: { readonly row: Row }) {
  if (note === undefined && privacy === undefined) return null
  return (
    <details className={styles.note}>
      <summary>
        {privacy ? 'Personal data' : 'Note'}
        <VisuallyHidden> about {name}</VisuallyHidden>
      </summary>
      {note && <p>{note}</p>}
      {privacy && <p>{privacy}</p>}
    </details>
  )
}
