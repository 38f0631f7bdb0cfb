import { hasSingleKeyShortcuts } from '@portico/shared/single-key-shortcuts.ts'

/** In the command palette, this text lists the keyboard shortcuts. */
const shortcutsQuery = '?'

/**
 * Runs the shortcut of a single key: `/` focuses the search field of the page, `?` lists the shortcuts. `openPalette` is null
 * if the visitor has none.
 */
export function runPageShortcut(event: KeyboardEvent, openPalette: ((query: string) => void) | null): void {
  if ((event.key !== '/' && event.key !== '?') || !isForPage(event) || !hasSingleKeyShortcuts()) return
  const field =
    event.key === '/' ? document.querySelector<HTMLInputElement>('main input[type="search"]') : null
  if (field === null && openPalette === null) return
  event.preventDefault() // Firefox has a shortcut of its own.
  if (field === null) {
    openPalette?.(event.key === '?' ? shortcutsQuery : '')
    return
  }
  field.focus()
  field.select()
}

/** Whether the key is not typed into a field, part of another shortcut or meant for a dialog. */
function isForPage({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || document.querySelector('dialog[open]')) return false
  const typed = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select'
  return !(target instanceof HTMLElement && (target.isContentEditable || target.matches(typed)))
}
