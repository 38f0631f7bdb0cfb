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
