import { type Entry, getEntryName, getEntryPath } from '../../model/entry.ts'
import styles from './entry-link.module.css'

interface EntryLinkProps {
  readonly entry: Entry
  readonly isOpen: boolean
  /** Id of the element that it controls. */
  readonly panelId: string
}

/** The name of an entry: a shareable link that opens it in place. `useEntryEvents` handles its clicks. */
export function EntryLink({ entry, isOpen, panelId }: EntryLinkProps) {
  return (
    <a
      className={styles.link}
      href={getEntryPath(entry)}
      data-entry={entry.id}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
    >
      {getEntryName(entry)}
    </a>
  )
}
