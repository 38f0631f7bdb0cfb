/** The item of local storage that turns single-key shortcuts off. */
export const singleKeysOff = 'portico.single-keys'

/**
 * Whether `/` and `?` are shortcuts. Visitors who dictate or slip on keys can turn them off (WCAG 2.1.4). The page runs
 * this as text, and passes the item.
 */
export function hasSingleKeyShortcuts(item: string = singleKeysOff): boolean {
  try {
    return localStorage.getItem(item) === null
  } catch {
    return true // Storage is blocked.
  }
}

/** Turns single-key shortcuts on or off, on this device. */
export function setSingleKeyShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(singleKeysOff)
    else localStorage.setItem(singleKeysOff, 'off')
  } catch {
    // Storage is blocked: the shortcuts stay on.
  }
}

/**
 * Whether the key is `/` or `?`, and not typed into a field, part of another shortcut or meant for a dialog. Also runs in the
 * page as text, so it uses nothing from outside.
 */
export function isPageShortcut(event: KeyboardEvent): boolean {
  const { key, target, ctrlKey, metaKey, altKey, isComposing } = event
  if ((key !== '/' && key !== '?') || ctrlKey || metaKey || altKey || isComposing) return false
  const typed = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select'
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches(typed))) return false
  return document.querySelector('dialog[open]') === null
}

/** Whether the keys open the search: Ctrl+K, or Cmd+K. Layouts without Latin letters have another one on that key. */
export function isSearchShortcut({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && key > '~')
  return isK && (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** Focuses the page's own search field and selects its text. Returns false if the page has none. */
export function focusPageSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  field?.select()
  return field !== null
}

/** The id of the form in a popover that searches the site until the command palette does. Only those who may search have it. */
export const siteSearchId = 'site-search'
