import { hasSingleKeyShortcuts, setSingleKeyShortcuts } from '@portico/protocol/single-key-shortcuts.ts'
import { useRef, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { isApple } from './is-apple.ts'
import styles from './shortcut-list.module.css'

type Shortcut = readonly [keys: string, action: string]

const searchShortcuts: readonly Shortcut[] = [
  [isApple() ? '⌘ K' : 'Ctrl K', 'Search the site'],
  ['/', 'Go to the page’s search field'],
  ['↑ ↓', 'Go to the previous or next result'],
  ['Enter', 'Open the result'],
]

const shortcuts: readonly Shortcut[] = [
  ['?', 'Show the keyboard shortcuts'],
  ['Esc', 'Clear the search, or close the dialog'],
]

interface ShortcutListProps {
  /** False: the visitor has no search yet. */
  readonly hasSearch: boolean
  readonly onClose: () => void
}

/** The site's keyboard shortcuts in a dialog, and whether those of a single key are on. */
export function ShortcutList({ hasSearch, onClose }: ShortcutListProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOn, setOn] = useState(hasSingleKeyShortcuts)
  const change = (next: boolean) => {
    setSingleKeyShortcuts(next)
    setOn(next)
  }
  return (
    <Dialog label="Keyboard shortcuts" initialFocus={heading} onClose={onClose}>
      {() => (
        <>
          <h2 ref={heading} className={styles.heading} tabIndex={-1}>
            Keyboard shortcuts
          </h2>
          <dl className={styles.list}>
            {[...(hasSearch ? searchShortcuts : []), ...shortcuts].map(([keys, action]) => (
              <div key={action} className={styles.row}>
                <dt className={styles.keys}>
                  {keys.split(' ').map((key) => (
                    <kbd key={key} className={styles.key}>
                      {key}
                    </kbd>
                  ))}
                </dt>
                <dd className={styles.action}>{action}</dd>
              </div>
            ))}
          </dl>
          {!hasSearch && <p className={styles.row}>Log in to search the site with the keyboard.</p>}
          <label className={styles.row}>
            <input type="checkbox" checked={isOn} onChange={({ target }) => change(target.checked)} />
            Enable the / and ? shortcuts
          </label>
        </>
      )}
    </Dialog>
  )
}
