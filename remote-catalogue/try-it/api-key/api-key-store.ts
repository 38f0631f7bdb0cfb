import { useSyncExternalStore } from 'react'
import type { Row } from '../../data/schema.ts'
import type { ApiTarget } from '../../request/use-api-target.ts'

/** How long the visitor's key is kept: for this page view, for this tab, or on this device. */
export const apiKeyStorages = ['page', 'tab', 'device'] as const
export type ApiKeyStorage = (typeof apiKeyStorages)[number]

/** The visitor's key and its storage. Never put it into a URL, a history or an export. */
export interface StoredApiKey {
  /** null: the visitor has entered none yet, so the page may fill in one. */
  readonly key: string | null
  readonly storage: ApiKeyStorage
}

type Storages = Pick<Window, 'localStorage' | 'sessionStorage'>

const storageName = 'portico.catalogue.key'

/** The key of this page view, shared by all open rows. */
type ApiKeyStore = ReturnType<typeof createApiKeyStore>

/** Creates the store over the storage areas of `window`. If they are blocked, the key stays in memory. */
export function createApiKeyStore(window: Storages) {
  const listeners = new Set<() => void>()
  let stored: StoredApiKey | undefined
  return {
    read() {
      stored ??= readStoredKey(window) ?? { key: null, storage: 'page' }
      return stored
    },
    /** Stores the key here and removes it from the other storage. */
    write(next: StoredApiKey) {
      stored = next
      for (const area of ['tab', 'device'] as const) {
        write(window, area, area === next.storage && next.key ? next.key : null)
      }
      for (const listener of listeners) listener()
    },
    /** Calls `listener` after every change; returns how to stop. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function readStoredKey(window: Storages): StoredApiKey | null {
  for (const area of ['tab', 'device'] as const) {
    const key = withStorage(window, area, (storage) => storage.getItem(storageName))
    if (key) return { key, storage: area }
  }
  return null
}

function write(window: Storages, area: 'tab' | 'device', key: string | null): void {
  withStorage(window, area, (storage) =>
    key === null ? storage.removeItem(storageName) : storage.setItem(storageName, key),
  )
}

/** Returns the result of `use`, or null if storage is blocked. */
function withStorage<T>(window: Storages, area: 'tab' | 'device', use: (storage: Storage) => T): T | null {
  try {
    return use(area === 'tab' ? window.sessionStorage : window.localStorage)
  } catch {
    return null
  }
}

let store: ApiKeyStore | undefined

/** The visitor's key, and how to change it. */
export function useApiKey(): readonly [StoredApiKey, ApiKeyStore['write']] {
  const { subscribe, read, write } = getStore()
  return [useSyncExternalStore(subscribe, read), write]
}

/** The visitor's key now. A password manager may fill the field in before React has subscribed to the store. */
export function readApiKey(): string | null {
  return getStore().read().key
}

/** Stores a key where the visitor's last one was. */
export function storeApiKey(key: string): void {
  const { read, write } = getStore()
  write({ ...read(), key })
}

/** The key with which a field starts: in the sandbox one that is valid for the row, else none. */
export function getInitialKey({ demoKeys }: ApiTarget, { paid }: Row): string {
  return demoKeys?.[paid ? 'paid' : 'free'] ?? ''
}

function getStore(): ApiKeyStore {
  store ??= createApiKeyStore(window)
  return store
}
