import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestBrowser } from '../testing/browser.ts'
import { loadedCodec } from '../testing/loaded-codec.ts'
import { confirmSession, createConfirmation } from './confirm-session.ts'
import { createSessionStore } from './session-store.ts'

const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const visitor = { ...ada, email: 'ada@example.com' }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

function openStore(record: SessionRecord | null, fetch: typeof globalThis.fetch) {
  const store = createSessionStore(createTestBrowser({ fetch }).openTab(), loadedCodec)
  store.start()
  if (record !== null) store.signIn(record)
  return store
}

function openStoreWithoutStorage(fetch: typeof globalThis.fetch) {
  const store = createSessionStore(createTestBrowser({ blocksReading: true, fetch }).openTab(), loadedCodec)
  store.start()
  return store
}

const respondWith = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }))

test('the server is not asked about a visitor who is signed out', async () => {
  const fetch = respondWith({ visitor })
  await confirmSession(openStore(null, fetch))
  expect(fetch).not.toHaveBeenCalled()
})

test('a session that the server confirms stays, without another render or the code that writes a token', async () => {
  const store = openStore(ada, respondWith({ visitor }))
  const before = store.read()
  const useCodec = vi.spyOn(loadedCodec, 'use')
  await confirmSession(store)
  expect(store.read()).toBe(before)
  expect(useCodec).not.toHaveBeenCalled()
})

test('a session that the server has ended is signed out', async () => {
  const store = openStore(ada, respondWith({ visitor: null }))
  await confirmSession(store)
  expect(store.read()).toEqual({ authenticated: false, record: null })
})

test('the server’s record replaces the token’s', async () => {
  const store = openStore({ ...ada, isVerify: false }, respondWith({ visitor }))
  await confirmSession(store)
  expect(store.read()).toEqual({ authenticated: true, record: ada })
})

describe.each([
  {
    what: 'is unreachable',
    fetch: vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch'))),
  },
  { what: 'fails', fetch: respondWith({ visitor: null }, 503) },
  { what: 'responds with no JSON', fetch: vi.fn<typeof fetch>(async () => new Response('<!doctype html>')) },
  { what: 'responds with another shape', fetch: respondWith({ visitor: { name: 'ada' } }) },
])('a server that $what', ({ fetch }) => {
  test('an unclear response of the server changes nothing', async () => {
    const store = openStore(ada, fetch)
    await confirmSession(store)
    expect(store.read()).toEqual({ authenticated: true, record: ada })
  })

  test('an unclear response of the server signs the visitor out where storage is blocked', async () => {
    const store = openStoreWithoutStorage(fetch)
    await confirmSession(store)
    expect(store.read().authenticated).toBe(false)
  })
})

test('the server says who the visitor is where storage is blocked', async () => {
  const store = openStoreWithoutStorage(respondWith({ visitor }))
  await confirmSession(store)
  expect(store.read()).toEqual({ authenticated: true, record: ada })
})

test('a response that arrives after a sign-out, a sign-in or a verification is ignored', async () => {
  const startConfirming = (record: SessionRecord, body: unknown) => {
    const response = Promise.withResolvers<Response>()
    const store = openStore(record, () => response.promise)
    const confirmed = confirmSession(store)
    const finish = () => {
      response.resolve(new Response(JSON.stringify(body)))
      return confirmed
    }
    return { store, finish }
  }
  const out = startConfirming(ada, { visitor })
  out.store.signOut()
  await out.finish()
  expect(out.store.read().authenticated).toBe(false)

  const verified = startConfirming({ ...ada, isVerify: false }, { visitor: { ...visitor, isVerify: false } })
  verified.store.signIn(ada)
  await verified.finish()
  expect(verified.store.read().authenticated).toBe(true)
})

describe('a confirmation', () => {
  function openPage(fetch: typeof globalThis.fetch) {
    const store = openStore(ada, fetch)
    const browser = new EventTarget()
    const show = (persisted: boolean) =>
      browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    const leave = () => browser.dispatchEvent(new Event('pagehide'))
    return { store, confirm: createConfirmation(store, browser), show, leave }
  }

  test('everyone who asks at the same time awaits one request, and who asks later another', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ visitor }))
    const { confirm } = openPage(fetch)
    await Promise.all([confirm(), confirm()])
    expect(fetch).toHaveBeenCalledTimes(1)
    await confirm()
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('a visitor who returns from the back/forward cache is signed out once the server has ended the session', async () => {
    const { store, show } = openPage(respondWith({ visitor: null }))
    show(false)
    await null
    expect(store.read().authenticated).toBe(true)
    show(true)
    await vi.waitFor(() => expect(store.read().authenticated).toBe(false))
  })

  test('a page that is left aborts its request, and asks again when the visitor returns to it', async () => {
    const signals: AbortSignal[] = []
    const fetch = vi.fn<typeof globalThis.fetch>((_, init) => {
      const { promise, reject } = Promise.withResolvers<Response>()
      const { signal } = init ?? {}
      signal?.addEventListener('abort', () => reject(signal.reason))
      if (signal) signals.push(signal)
      return promise
    })
    const { store, confirm, show, leave } = openPage(fetch)
    const left = confirm()
    leave()
    await left
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    show(true)
    void confirm()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
    expect(store.read().authenticated).toBe(true)
  })
})
