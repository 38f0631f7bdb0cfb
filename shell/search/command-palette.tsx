import { type SearchProps, useHost, useSession } from '@portico/kit/contract/contract.ts'
import { focusPageSearch, isSearchShortcut, takeEarlyInput } from '@portico/kit/early-input.ts'
import { hasSingleKeyShortcuts, isPageShortcut } from '@portico/protocol/single-key-shortcuts.ts'
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { canSearch } from './searchable-remote.ts'
import { ShortcutList } from './shortcut-list.tsx'

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
    const run = (key: string, query?: string) => {
      if (key === '?') setListsShortcuts(true)
      else if (key !== '/' || !focusPageSearch()) {
        if (!isAvailable) return false
        open(query)
      }
      return true
    }
    const handleKeyDown = (event: KeyboardEvent) => {
      const isShortcut = isSearchShortcut(event) || (isPageShortcut(event) && hasSingleKeyShortcuts())
      // Otherwise the browser focuses its own search field; Firefox has one for `/`, too.
      if (isShortcut && run(event.key)) event.preventDefault()
    }
    for (const { key, target, field } of takeEarlyInput(['shortcut'])) {
      field?.remove()
      if (field && target instanceof HTMLElement) target.focus({ preventScroll: true }) // the dialog returns it there
      if (key !== undefined) run(key, field?.value)
    }
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
