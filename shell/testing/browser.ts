import { sessionTokenKey } from '@portico/shared/session/session-token.ts'
import type { SessionWindow } from '../session/session-store.ts'

/** A browser with one storage, in which every tab is a window of its own. */
export function createTestBrowser(refuses: { readonly reading?: boolean; readonly writing?: boolean } = {}) {
  const kept = new Map<string, string>()
  const tabs: Set<(event: StorageEvent) => void>[] = []

  function openTab(): SessionWindow {
    const listeners = new Set<(event: StorageEvent) => void>()
    tabs.push(listeners)
    const change = (key: string | null, apply: () => void) => {
      apply()
      // As browsers do: only the other tabs hear of it.
      for (const tab of tabs)
        if (tab !== listeners) for (const tell of tab) tell(new StorageEvent('storage', { key }))
    }
    const storage: Storage = {
      get length() {
        return kept.size
      },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem(key, value) {
        if (refuses.writing) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        change(key, () => kept.set(key, value))
      },
      removeItem: (key) => change(key, () => kept.delete(key)),
      clear: () => change(null, () => kept.clear()),
    }
    return {
      get localStorage() {
        if (refuses.reading) throw new DOMException('The operation is insecure.', 'SecurityError')
        return storage
      },
      addEventListener: (_type, listener) => listeners.add(listener),
      removeEventListener: (_type, listener) => listeners.delete(listener),
    }
  }

  return {
    openTab,
    kept,
    token: () => kept.get(sessionTokenKey),
    listening: () => tabs.reduce((count, listeners) => count + listeners.size, 0),
  }
}
