import type { SessionRecord } from '@portico/shared/session/session-record.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBrowser } from '../testing/browser.ts'
import { refreshSession } from './refresh-session.ts'
import { createSessionStore } from './session-store.ts'

const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const visitor = { ...ada, email: 'ada@example.com' }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

function storeOf(record: SessionRecord | null) {
  const store = createSessionStore(createTestBrowser().openTab())
  store.start()
  if (record !== null) store.signIn(record)
  return store
}

function unknownSession() {
  const store = createSessionStore(createTestBrowser({ reading: true }).openTab())
  store.start()
  return store
}

const answering = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }))

test('a visitor who is signed out is not asked for', async () => {
  const fetchAnswer = answering({ visitor })
  await refreshSession(storeOf(null), fetchAnswer)
  expect(fetchAnswer).not.toHaveBeenCalled()
})

test('a session that the server knows stands, and renders nothing again', async () => {
  const store = storeOf(ada)
  const before = store.read()
  await refreshSession(store, answering({ visitor }))
  expect(store.read()).toBe(before)
})

test('a session that the server has ended is signed out', async () => {
  const store = storeOf(ada)
  await refreshSession(store, answering({ visitor: null }))
  expect(store.read()).toEqual({ authenticated: false, record: null })
})

test('what the server knows better is taken over', async () => {
  const store = storeOf({ ...ada, isVerify: false })
  await refreshSession(store, answering({ visitor }))
  expect(store.read()).toEqual({ authenticated: true, record: ada })
})

const failures = [
  {
    what: 'is away',
    fetchAnswer: vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch'))),
  },
  { what: 'fails', fetchAnswer: answering({ visitor: null }, 503) },
  { what: 'answers no JSON', fetchAnswer: vi.fn<typeof fetch>(async () => new Response('<!doctype html>')) },
  { what: 'answers something else', fetchAnswer: answering({ visitor: { name: 'ada' } }) },
]

test.each(failures)('a server that $what changes nothing', async ({ fetchAnswer }) => {
  const store = storeOf(ada)
  await refreshSession(store, fetchAnswer)
  expect(store.read()).toEqual({ authenticated: true, record: ada })
})

test.each(failures)(
  'where storage is forbidden, a server that $what means signed out',
  async ({ fetchAnswer }) => {
    const store = unknownSession()
    await refreshSession(store, fetchAnswer)
    expect(store.read().authenticated).toBe(false)
  },
)

test('where storage is forbidden the server says who it is', async () => {
  const store = unknownSession()
  await refreshSession(store, answering({ visitor }))
  expect(store.read()).toEqual({ authenticated: true, record: ada })
})

test('an answer that comes after a sign-out, a sign-in or a verification is old news', async () => {
  const begin = (record: SessionRecord, answer: unknown) => {
    const store = storeOf(record)
    const response = Promise.withResolvers<Response>()
    const confirmed = refreshSession(store, () => response.promise)
    const end = () => {
      response.resolve(new Response(JSON.stringify(answer)))
      return confirmed
    }
    return { store, end }
  }
  const out = begin(ada, { visitor })
  out.store.signOut()
  await out.end()
  expect(out.store.read().authenticated).toBe(false)

  const verified = begin({ ...ada, isVerify: false }, { visitor: { ...visitor, isVerify: false } })
  verified.store.signIn(ada)
  await verified.end()
  expect(verified.store.read().authenticated).toBe(true)
})
