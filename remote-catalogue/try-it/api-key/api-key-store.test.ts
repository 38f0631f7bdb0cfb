import { expect, test, vi } from 'vitest'
import { createApiKeyStore } from './api-key-store.ts'

/** A browser's storage areas; a new store over the same ones simulates a new page. */
function storages() {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      kept,
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
      clear: () => kept.clear(),
      key: () => null,
      length: 0,
    }
  }
  return { localStorage: storage(), sessionStorage: storage() }
}

test('a key stays in memory by default', () => {
  const browser = storages()
  createApiKeyStore(browser).write({ key: 'secret', storage: 'page' })
  expect([...browser.localStorage.kept, ...browser.sessionStorage.kept]).toEqual([])
  expect(createApiKeyStore(browser).read()).toEqual({ key: '', storage: 'page' })
})

test.each(['tab', 'device'] as const)('a key that is kept for the %s survives a reload', (storage) => {
  const browser = storages()
  createApiKeyStore(browser).write({ key: 'secret', storage })
  expect(createApiKeyStore(browser).read()).toEqual({ key: 'secret', storage })
})

test('choosing another storage removes the key from the old one', () => {
  const browser = storages()
  const store = createApiKeyStore(browser)
  store.write({ key: 'secret', storage: 'device' })
  store.write({ key: 'secret', storage: 'tab' })
  expect(browser.localStorage.kept.size).toBe(0)
  store.write({ key: 'secret', storage: 'page' })
  expect(browser.sessionStorage.kept.size).toBe(0)
})

test('clearing the key removes it from storage', () => {
  const browser = storages()
  const store = createApiKeyStore(browser)
  store.write({ key: 'secret', storage: 'device' })
  store.write({ key: '', storage: 'device' })
  expect(browser.localStorage.kept.size).toBe(0)
})

test('without storage the key stays in memory', () => {
  const forbidden = {
    get localStorage(): never {
      throw new DOMException('no', 'SecurityError')
    },
    get sessionStorage(): never {
      throw new DOMException('no', 'SecurityError')
    },
  }
  const store = createApiKeyStore(forbidden)
  store.write({ key: 'secret', storage: 'device' })
  expect(store.read().key).toBe('secret')
})

test('listeners are notified until they unsubscribe', () => {
  const store = createApiKeyStore(storages())
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.write({ key: 'a', storage: 'page' })
  stop()
  store.write({ key: 'b', storage: 'page' })
  expect(listener).toHaveBeenCalledTimes(1)
})
