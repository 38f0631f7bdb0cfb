const storageKey = 'portico.single-keys'
const off = 'off'

/** Whether `/` and `?` are shortcuts. Visitors who dictate or slip on keys can turn them off (WCAG 2.1.4). */
export function hasSingleKeyShortcuts(): boolean {
  try {
    return localStorage.getItem(storageKey) !== off
  } catch {
    return true // Storage is blocked.
  }
}

/** Turns the shortcuts of a single key on or off, on this device. */
export function setSingleKeyShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, off)
  } catch {
    // Storage is blocked: the shortcuts stay on.
  }
}
