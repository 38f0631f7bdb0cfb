import { useSyncExternalStore } from 'react'
import { type ApiKeyStore, createApiKeyStore, type StoredApiKey } from './api-key-store.ts'

let store: ApiKeyStore | undefined

/** The visitor's key, and how to change it. */
export function useApiKey(): readonly [StoredApiKey, ApiKeyStore['write']] {
  const { subscribe, read, write } = getStore()
  return [useSyncExternalStore(subscribe, read), write]
}

/** The visitor's key now. A password manager may fill the field in before React has subscribed to the store. */
export function readApiKey(): string {
  return getStore().read().key
}

function getStore(): ApiKeyStore {
  store ??= createApiKeyStore(window)
  return store
}
