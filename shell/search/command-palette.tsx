import { type SearchProps, useHost, useSession } from '@portico/shared/contract/contract.ts'
import { isSearchShortcut, takeEarlyInput } from '@portico/shared/early-input.ts'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import styles from './command-palette.module.css'
import { runPageShortcut } from './run-page-shortcut.ts'
import { canSearch } from './searchable-remote.ts'

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
 * page. Also handles the shortcuts of a single key.
 */
export function CommandPaletteProvider({ search, children }: CommandPaletteProviderProps) {
  const { pages } = useHost()
  const { authenticated } = useSession()
  const isAvailable = search !== undefined && canSearch(pages, authenticated)
  /** The text that it opens with; null: it is closed. */
  const [initialQuery, setInitialQuery] = useState<string | null>(null)
  // The same function in every render, or the header would re-render.
  const [open] = useState(
    () =>
      (query = '') =>
        setInitialQuery(query),
  )
  useEffect(() => {
    const wasRequested = takeEarlyInput('keydown').length > 0
    if (!isAvailable) return
    const openOnShortcut = (event: KeyboardEvent) => {
      if (!isSearchShortcut(event)) return
      // Otherwise the browser focuses its own search field.
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', openOnShortcut)
    if (wasRequested) open()
    return () => document.removeEventListener('keydown', openOnShortcut)
  }, [isAvailable, open])
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => runPageShortcut(event, isAvailable ? open : null)
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isAvailable, open])
  return (
    <OpenContext value={isAvailable ? open : null}>
      {children}
      {initialQuery !== null && search && (
        <CommandPalette Search={search} initialQuery={initialQuery} onClose={() => setInitialQuery(null)} />
      )}
    </OpenContext>
  )
}

interface CommandPaletteProps {
  readonly Search: ComponentType<SearchProps>
  readonly initialQuery: string
  readonly onClose: () => void
}

function CommandPalette({ Search, initialQuery, onClose }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState(initialQuery)
  useEffect(() => {
    // A modal dialog keeps the focus inside and returns it when it closes.
    dialog.current?.showModal()
  }, [])
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut for Escape
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search the site"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div className={styles.inside}>
        <Search query={query} onQueryChange={setQuery} onSelect={close} />
        <button type="button" className={styles.close} onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  )
}
