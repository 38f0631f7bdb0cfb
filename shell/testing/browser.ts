import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import type { SessionEvents, SessionWindow } from '../session/session-store.ts'

/** How the browser differs from an ordinary one; a test may change it as it runs. */
interface TestBrowserOptions {
  /** Whether reading storage throws, as where a visitor blocks it. */
  blocksReading?: boolean
  /** Whether writing to storage throws, as where it is full. */
  blocksWriting?: boolean
  /** Responds to every request; the server is unreachable unless given. */
  readonly fetch?: typeof globalThis.fetch
}

type Listeners = { readonly [Type in keyof SessionEvents]: Set<(event: SessionEvents[Type]) => void> }

/** A tab of the test browser. */
export interface TestTab extends SessionWindow {
  /** Moves the page to the back/forward cache, where it gets no events of storage. */
  leave(): void
  /** Restores the page from there. */
  comeBack(): void
}

/** A browser with one storage, in which every tab is its own window. */
export function createTestBrowser(options: TestBrowserOptions = {}) {
  const { fetch = () => Promise.reject(new TypeError('Failed to fetch')) } = options
  const items = new Map<string, string>()
  const tabs: Listeners[] = []
  const hidden = new Set<Listeners>()

  function openTab(): TestTab {
    const listeners: Listeners = { storage: new Set(), pagehide: new Set(), pageshow: new Set() }
    tabs.push(listeners)
    const change = (key: string | null, apply: () => void) => {
      apply()
      // As in browsers, only the other tabs are notified.
      for (const tab of tabs)
        if (tab !== listeners && !hidden.has(tab))
          for (const notify of tab.storage) notify(new StorageEvent('storage', { key }))
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
      addEventListener(type, listener, { signal }) {
        listeners[type].add(listener)
        signal.addEventListener('abort', () => listeners[type].delete(listener))
      },
      leave() {
        hidden.add(listeners)
        for (const notify of listeners.pagehide) notify({})
      },
      comeBack() {
        hidden.delete(listeners)
        for (const notify of listeners.pageshow) notify({ persisted: true })
      },
    }
  }

  return {
    openTab,
    items,
    getToken: () => items.get(sessionTokenKey),
    countListeners: () =>
      tabs.flatMap((tab) => Object.values(tab)).reduce((count, all) => count + all.size, 0),
  }
}
