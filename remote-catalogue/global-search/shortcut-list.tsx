import { hasSingleKeyShortcuts, setSingleKeyShortcuts } from '@portico/shared/single-key-shortcuts.ts'
import { useEffect, useRef, useState } from 'react'
import styles from './shortcut-list.module.css'

/** The search text that asks for the keyboard shortcuts. */
export const shortcutsQuery = '?'

const shortcuts: readonly (readonly [keys: readonly string[], action: string])[] = [
  [[isApple() ? '⌘' : 'Ctrl', 'K'], 'Search the site'],
  [['/'], 'Go to the search field of the page'],
  [['?'], 'List the keyboard shortcuts'],
  [['↑', '↓'], 'Go to the previous or next result'],
  [['Enter'], 'Open it'],
  [['Esc'], 'Close what is open'],
]

/** The site's keyboard shortcuts, and whether those of a single key are on. */
export function ShortcutList() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isOn, setOn] = useState(hasSingleKeyShortcuts)
  useEffect(() => {
    // Whoever asked for the list by typing goes on typing.
    if (!(document.activeElement instanceof HTMLInputElement)) heading.current?.focus()
  }, [])
  const change = (next: boolean) => {
    setSingleKeyShortcuts(next)
    setOn(next)
  }
  return (
    <>
      <h2 ref={heading} className={styles.heading} tabIndex={-1}>
        Keyboard shortcuts
      </h2>
      <dl className={styles.list}>
        {shortcuts.map(([keys, action]) => (
          <div key={action} className={styles.shortcut}>
            <dt className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className={styles.action}>{action}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.setting}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => change(target.checked)} />
        Use the shortcuts / and ?
      </label>
    </>
  )
}

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}
