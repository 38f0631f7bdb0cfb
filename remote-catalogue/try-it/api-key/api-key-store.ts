/** Where the visitor's key stays: until the page is left, until the tab is closed, or on this device. */
export const apiKeyStorages = ['page', 'tab', 'device'] as const
export type ApiKeyStorage = (typeof apiKeyStorages)[number]

/** The visitor's key and where it stays. Never put it into an address, a history or an export. */
export interface StoredApiKey {
  readonly key: string
  readonly storage: ApiKeyStorage
}

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'>

const storageName = 'portico.catalogue.key'

/** The key of this page view, shared by all open rows. */
export interface ApiKeyStore {
  read(): StoredApiKey
  /** Stores the key here and removes it from the other storage. */
  write(kept: StoredApiKey): void
  /** Calls `listener` after every change; returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** Makes the store over the storages of `window`, which a browser may forbid: then the page itself remembers. */
export function createApiKeyStore(window: Storages): ApiKeyStore {
  const listeners = new Set<() => void>()
  let kept: StoredApiKey | undefined
  return {
    read() {
      kept ??= readStoredKey(window) ?? { key: '', storage: 'page' }
      return kept
    },
    write(next) {
      kept = next
      for (const place of ['tab', 'device'] as const) {
        write(window, place, place === next.storage && next.key !== '' ? next.key : null)
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function readStoredKey(window: Storages): StoredApiKey | null {
  for (const place of ['tab', 'device'] as const) {
    const key = withStorage(window, place, (storage) => storage.getItem(storageName))
    if (key) return { key, storage: place }
  }
  return null
}

function write(window: Storages, place: 'tab' | 'device', key: string | null): void {
  withStorage(window, place, (storage) =>
    key === null ? storage.removeItem(storageName) : storage.setItem(storageName, key),
  )
}

/** What `use` gives, or null where the browser forbids the storage. */
function withStorage<T>(window: Storages, place: 'tab' | 'device', use: (storage: Storage) => T): T | null {
  try {
    return use(place === 'tab' ? window.sessionStorage : window.localStorage)
  } catch {
    return null
  }
}
