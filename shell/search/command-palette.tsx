import { type SearchProps, useHost, useSession } from '@portico/kit/contract/contract.ts'
import {
  focusPageSearch,
  hasSingleKeyShortcuts,
  isPageShortcut,
  isSearchShortcut,
  setSingleKeyShortcuts,
  siteSearchId,
} from '@portico/protocol/shortcuts.ts'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Dialog } from './dialog.tsx'
import { isApple } from './is-apple.ts'
import { canSearch } from './searchable-remote.ts'
import styles from './shortcut-list.module.css'

const OpenContext = createContext<((query?: string) => void) | null>(null)

/** Returns a function that opens the command palette, with a text to search for; null if this visitor has none. */
export function useOpenCommandPalette(): ((query?: string) => void) | null {
  return useContext(OpenContext)
}

interface CommandPaletteProviderProps {
  readonly search: ComponentType<SearchProps> | undefined
  readonly children: ReactNode
}

/**
 * Provides the command palette: Ctrl+K, Cmd+K and the header's button open it, for visitors who may open a searchable
 * page. Also handles single-key shortcuts, and lists all shortcuts.
 */
export function CommandPaletteProvider({ search, children }: CommandPaletteProviderProps) {
  const { pages } = useHost()
  const { authenticated } = useSession()
  const isAvailable = search !== undefined && canSearch(pages, authenticated)
  /** The text that it opens with; null: it is closed. */
  const [initialQuery, setInitialQuery] = useState<string | null>(null)
  const [listsShortcuts, setListsShortcuts] = useState(false)
  // The same function in every render, or the header would re-render.
  const [open] = useState(
    () =>
      (query = '') =>
        setInitialQuery(query),
  )
  useEffect(() => {
    /** `/` focuses the search field of the page, or searches the site; `?` lists the shortcuts. false: there is nothing to run. */
    const run = (key: string) => {
      if (key === '?') setListsShortcuts(true)
      else if (key !== '/' || !focusPageSearch()) {
        if (!isAvailable) return false
        open()
      }
      return true
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      const isShortcut = isSearchShortcut(event) || (isPageShortcut(event) && hasSingleKeyShortcuts())
      // Otherwise the browser focuses its own search field; Firefox has one for `/`, too.
      if (isShortcut && run(event.key)) event.preventDefault()
    }
    const text = isAvailable ? replaceSiteSearch() : null
    if (text !== null) open(text)
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isAvailable, open])
  return (
    <OpenContext value={isAvailable ? open : null}>
      {children}
      {initialQuery !== null && search && (
        <CommandPalette
          Search={search}
          initialQuery={initialQuery}
          onListShortcuts={() => setListsShortcuts(true)}
          onClose={() => setInitialQuery(null)}
        />
      )}
      {listsShortcuts && <ShortcutList hasSearch={isAvailable} onClose={() => setListsShortcuts(false)} />}
    </OpenContext>
  )
}

/** Removes the form that has searched the site until now. Returns its text; null: it isn't open. */
function replaceSiteSearch(): string | null {
  const form = document.getElementById(siteSearchId)
  if (form === null) return null
  const text = form.matches(':popover-open') ? (form.querySelector('input')?.value ?? '') : null
  form.hidePopover() // First, so that the focus returns to where it was.
  form.remove()
  return text
}

interface CommandPaletteProps {
  readonly Search: ComponentType<SearchProps>
  readonly initialQuery: string
  readonly onListShortcuts: () => void
  readonly onClose: () => void
}

function CommandPalette({ Search, initialQuery, onListShortcuts, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState(initialQuery)
  return (
    <Dialog
      label="Search the site"
      action={{ label: 'Keyboard shortcuts', run: onListShortcuts }}
      onClose={onClose}
    >
      {(close) => <Search query={query} onQueryChange={setQuery} onSelect={close} />}
    </Dialog>
  )
}

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
function ShortcutList({ hasSearch, onClose }: ShortcutListProps) {
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
