import { focusPageSearch } from '@portico/kit/early-input.ts'

interface PageShortcuts {
  readonly listShortcuts: () => void
  /** Opens the command palette; null if the visitor has none. */
  readonly search: (() => void) | null
}

/**
 * Runs the shortcut of a single key: `/` focuses the search field of the page, or searches the site; `?` lists the shortcuts.
 * Returns false if there is nothing to run.
 */
export function runPageShortcut(key: string, { listShortcuts, search }: PageShortcuts): boolean {
  if (key === '/' && focusPageSearch()) return true
  const run = key === '?' ? listShortcuts : search
  run?.()
  return run !== null
}
