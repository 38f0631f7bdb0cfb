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
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  const focusField = () => {
    field?.focus()
    field?.select()
  }
  const run = key === '?' ? listShortcuts : field ? focusField : search
  run?.()
  return run !== null
}
