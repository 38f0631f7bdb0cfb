const radix = 36

/**
 * Gives the first page of a visit its own key in the browser's history; call it before the router starts. The router
 * uses one key for all first pages, so a typed address would open at the scroll position of another page.
 */
export function setHistoryKey(history: Pick<History, 'state' | 'replaceState'>): void {
  const state: unknown = history.state
  if (isObject(state) && 'key' in state) return
  history.replaceState({ ...(isObject(state) ? state : {}), key: Math.random().toString(radix).slice(2) }, '')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
