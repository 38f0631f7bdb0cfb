/** Where the visitor's key stays: until the page is left, until the tab is closed, or on this device. */
export const keyPlaces = ['page', 'tab', 'device'] as const
export type KeyPlace = (typeof keyPlaces)[number]

/** The visitor's key and where it stays. Never put it into an address, a history or an export. */
export interface KeptKey {
  readonly key: string
  readonly place: KeyPlace
}

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'>

const storageName = 'portico.catalogue.key'

/** The key of this page view, shared by all open rows. */
export interface KeyStore {
  read(): KeptKey
  /** Keeps the key in this place and in no other. */
  keep(kept: KeptKey): void
  /** Calls `listener` after every change; returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** Makes the store over the storages of `window`, which a browser may forbid: then the page itself remembers. */
export function createKeyStore(window: Storages): KeyStore {
  const listeners = new Set<() => void>()
  let kept: KeptKey | undefined
  return {
    read() {
      kept ??= storedKey(window) ?? { key: '', place: 'page' }
      return kept
    },
    keep(next) {
      kept = next
      for (const place of ['tab', 'device'] as const) {
        write(window, place, place === next.place && next.key !== '' ? next.key : null)
      }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function storedKey(window: Storages): KeptKey | null {
  for (const place of ['tab', 'device'] as const) {
    const key = inStorage(window, place, (storage) => storage.getItem(storageName))
    if (key) return { key, place }
  }
  return null
}

function write(window: Storages, place: 'tab' | 'device', key: string | null): void {
  inStorage(window, place, (storage) =>
    key === null ? storage.removeItem(storageName) : storage.setItem(storageName, key),
  )
}

/** What `use` gives, or null where the browser forbids the storage. */
function inStorage<T>(window: Storages, place: 'tab' | 'device', use: (storage: Storage) => T): T | null {
  try {
    return use(place === 'tab' ? window.sessionStorage : window.localStorage)
  } catch {
    return null
  }
}
