const radix = 36

/**
 * Gives the first page of a visit a name of its own in the browser's history; call it before the router starts. The
 * router has one name for all first pages, so that an address typed by hand would open where another page was left.
 */
export function setHistoryKey(history: Pick<History, 'state' | 'replaceState'>): void {
  const state: unknown = history.state
  if (isObject(state) && 'key' in state) return
  history.replaceState({ ...(isObject(state) ? state : {}), key: Math.random().toString(radix).slice(2) }, '')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
