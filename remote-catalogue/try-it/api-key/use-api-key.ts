import { useSyncExternalStore } from 'react'
import { createKeyStore, type KeptKey, type KeyStore } from './api-key-store.ts'

let store: KeyStore | undefined

/** The visitor's key, and how to change it. */
export function useKey(): readonly [KeptKey, KeyStore['keep']] {
  store ??= createKeyStore(window)
  return [useSyncExternalStore(store.subscribe, store.read), store.keep]
}
