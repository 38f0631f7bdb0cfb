import { useSyncExternalStore } from 'react'
import { type ApiKeyStore, createApiKeyStore, type StoredApiKey } from './api-key-store.ts'

let store: ApiKeyStore | undefined

/** The visitor's key, and how to change it. */
export function useApiKey(): readonly [StoredApiKey, ApiKeyStore['write']] {
  store ??= createApiKeyStore(window)
  return [useSyncExternalStore(store.subscribe, store.read), store.write]
}
