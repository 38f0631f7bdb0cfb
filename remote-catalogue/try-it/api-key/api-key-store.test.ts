import { expect, test, vi } from 'vitest'
import { createApiKeyStore } from './api-key-store.ts'

/** A browser's storage areas; a new store over the same ones simulates a new page. */
function createStorages() {
  const storage = () => {
    const items = new Map<string, string>()
    return {
      items,
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
      clear: () => items.clear(),
      key: () => null,
      length: 0,
    }
  }
  return { localStorage: storage(), sessionStorage: storage() }
}

test('a key stays in memory by default', () => {
  const browser = createStorages()
  createApiKeyStore(browser).write({ key: 'secret', storage: 'page' })
  expect([...browser.localStorage.items, ...browser.sessionStorage.items]).toEqual([])
  expect(createApiKeyStore(browser).read()).toEqual({ key: null, storage: 'page' })
})

test.each(['tab', 'device'] as const)('a key that is remembered for the %s survives a reload', (storage) => {
  const browser = createStorages()
  createApiKeyStore(browser).write({ key: 'secret', storage })
  expect(createApiKeyStore(browser).read()).toEqual({ key: 'secret', storage })
})

test('choosing another storage removes the key from the old one', () => {
  const browser = createStorages()
  const store = createApiKeyStore(browser)
  store.write({ key: 'secret', storage: 'device' })
  store.write({ key: 'secret', storage: 'tab' })
  expect(browser.localStorage.items.size).toBe(0)
  store.write({ key: 'secret', storage: 'page' })
  expect(browser.sessionStorage.items.size).toBe(0)
})

test('clearing the key removes it from storage', () => {
  const browser = createStorages()
  const store = createApiKeyStore(browser)
  store.write({ key: 'secret', storage: 'device' })
  store.write({ key: '', storage: 'device' })
  expect(browser.localStorage.items.size).toBe(0)
})

test('without storage the key stays in memory', () => {
  const blocked = {
    get localStorage(): never {
      throw new DOMException('no', 'SecurityError')
    },
    get sessionStorage(): never {
      throw new DOMException('no', 'SecurityError')
    },
  }
  const store = createApiKeyStore(blocked)
  store.write({ key: 'secret', storage: 'device' })
  expect(store.read().key).toBe('secret')
})

test('listeners are notified until they unsubscribe', () => {
  const store = createApiKeyStore(createStorages())
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.write({ key: 'a', storage: 'page' })
  stop()
  store.write({ key: 'b', storage: 'page' })
  expect(listener).toHaveBeenCalledTimes(1)
})
