import { sessionTokenKey } from '@portico/shared/session/session-token.ts'
import type { SessionWindow } from '../session/session-store.ts'

/** How the browser differs from an ordinary one; a test may change it on the way. */
interface TestBrowserOptions {
  /** Whether reading storage throws, as where a visitor blocks it. */
  blocksReading?: boolean
  /** Whether writing to storage throws, as where it is full. */
  blocksWriting?: boolean
  /** Responds to every request; the server is unreachable unless given. */
  readonly fetch?: typeof globalThis.fetch
}

/** A browser with one storage, in which every tab is a window of its own. */
export function createTestBrowser(options: TestBrowserOptions = {}) {
  const { fetch = () => Promise.reject(new TypeError('Failed to fetch')) } = options
  const items = new Map<string, string>()
  const tabs: Set<(event: StorageEvent) => void>[] = []

  function openTab(): SessionWindow {
    const listeners = new Set<(event: StorageEvent) => void>()
    tabs.push(listeners)
    const change = (key: string | null, apply: () => void) => {
      apply()
      // As in browsers, only the other tabs are notified.
      for (const tab of tabs)
        if (tab !== listeners) for (const notify of tab) notify(new StorageEvent('storage', { key }))
    }
    const storage: Storage = {
      get length() {
        return items.size
      },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(key) ?? null,
      setItem(key, value) {
        if (options.blocksWriting)
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        change(key, () => items.set(key, value))
      },
      removeItem: (key) => change(key, () => items.delete(key)),
      clear: () => change(null, () => items.clear()),
    }
    return {
      get localStorage() {
        if (options.blocksReading) throw new DOMException('The operation is insecure.', 'SecurityError')
        return storage
      },
      fetch,
      addEventListener: (_type, listener) => listeners.add(listener),
      removeEventListener: (_type, listener) => listeners.delete(listener),
    }
  }

  return {
    openTab,
    items,
    getToken: () => items.get(sessionTokenKey),
    countListeners: () => tabs.reduce((count, listeners) => count + listeners.size, 0),
  }
}
