import { expect, test, vi } from 'vitest'
import { createKeyStore } from './api-key-store.ts'

/** Storages of a browser; a new store over the same ones is a new page. */
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

test('a key stays in the page unless the visitor chooses otherwise', () => {
  const browser = storages()
  createKeyStore(browser).keep({ key: 'secret', place: 'page' })
  expect([...browser.localStorage.kept, ...browser.sessionStorage.kept]).toEqual([])
  expect(createKeyStore(browser).read()).toEqual({ key: '', place: 'page' })
})

test.each(['tab', 'device'] as const)('a key that is kept for the %s is there again', (place) => {
  const browser = storages()
  createKeyStore(browser).keep({ key: 'secret', place })
  expect(createKeyStore(browser).read()).toEqual({ key: 'secret', place })
})

test('another choice takes the key out of where it was', () => {
  const browser = storages()
  const store = createKeyStore(browser)
  store.keep({ key: 'secret', place: 'device' })
  store.keep({ key: 'secret', place: 'tab' })
  expect(browser.localStorage.kept.size).toBe(0)
  store.keep({ key: 'secret', place: 'page' })
  expect(browser.sessionStorage.kept.size).toBe(0)
})

test('an emptied key is kept nowhere', () => {
  const browser = storages()
  const store = createKeyStore(browser)
  store.keep({ key: 'secret', place: 'device' })
  store.keep({ key: '', place: 'device' })
  expect(browser.localStorage.kept.size).toBe(0)
})

test('where storage is forbidden the page remembers', () => {
  const forbidden = {
    get localStorage(): never {
      throw new DOMException('no', 'SecurityError')
    },
    get sessionStorage(): never {
      throw new DOMException('no', 'SecurityError')
    },
  }
  const store = createKeyStore(forbidden)
  store.keep({ key: 'secret', place: 'device' })
  expect(store.read().key).toBe('secret')
})

test('who listens hears of a change until they stop', () => {
  const store = createKeyStore(storages())
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.keep({ key: 'a', place: 'page' })
  stop()
  store.keep({ key: 'b', place: 'page' })
  expect(listener).toHaveBeenCalledTimes(1)
})
