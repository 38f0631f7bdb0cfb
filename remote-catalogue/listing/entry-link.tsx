import { type Entry, getEntryName, getEntryPath } from '../model/entry.ts'
import styles from './entry-link.module.css'

interface EntryLinkProps {
  readonly entry: Entry
  readonly isOpen: boolean
  /** Element id of what it opens. */
  readonly panelId: string
}

/** The name of an entry: a shareable link that opens it in place, by the one listener of `useEntryEvents`. */
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
