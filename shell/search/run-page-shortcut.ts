import { hasSingleKeyShortcuts } from '@portico/shared/single-key-shortcuts.ts'

interface PageShortcuts {
  readonly listShortcuts: () => void
  /** Opens the command palette; null if the visitor has none. */
  readonly search: (() => void) | null
}

/** Runs the shortcut of a single key: `/` focuses the search field of the page, or searches the site; `?` lists the shortcuts. */
export function runPageShortcut(event: KeyboardEvent, { listShortcuts, search }: PageShortcuts): void {
  if ((event.key !== '/' && event.key !== '?') || !isForPage(event) || !hasSingleKeyShortcuts()) return
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  const focusField = () => {
    field?.focus()
    field?.select()
  }
  const run = event.key === '?' ? listShortcuts : field ? focusField : search
  if (run === null) return
  event.preventDefault() // Firefox has a shortcut of its own.
  run()
}

/** Whether the key is not typed into a field, part of another shortcut or meant for a dialog. */
function isForPage({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open]')) return false
  const typed = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select'
  return !(target instanceof HTMLElement && (target.isContentEditable || target.matches(typed)))
}
