import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBrowser } from '../testing/browser.ts'
import { loadedCodec } from '../testing/loaded-codec.ts'
import { readPageVisitor } from './read-page-visitor.ts'
import { createSessionStore } from './session-store.ts'

const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

/** A tab whose page was requested now. `read` reads its visitor later. */
function requestPage(browser: ReturnType<typeof createTestBrowser>, type = 'navigate') {
  const started = Date.now()
  const { localStorage } = browser.openTab()
  const performance = {
    now: () => Date.now() - started + 5,
    getEntriesByType: () => [{ type, fetchStart: 5 }],
  }
  return (visitor?: SessionRecord | null) =>
    readPageVisitor(visitor === undefined ? {} : { visitor }, { localStorage, performance })
}

test('the visitor of a page is the one whom the server knows', () => {
  const read = requestPage(createTestBrowser())
  expect([read(ada), read(null), read()]).toEqual([ada, null, undefined])
})

test('a page does not know its visitor if someone signed in or out in another tab since it was requested', () => {
  const browser = createTestBrowser()
  const there = createSessionStore(browser.openTab(), loadedCodec)
  there.start(null)
  const read = requestPage(browser)
  vi.advanceTimersByTime(1_000)
  there.signIn(ada)
  expect(read(null)).toBeUndefined()
  expect(requestPage(browser)(ada)).toEqual(ada)
  const readLater = requestPage(browser)
  vi.advanceTimersByTime(1_000)
  there.signOut()
  expect(readLater(ada)).toBeUndefined()
})

test('a sign-in that changes nothing does not outdate a page', () => {
  const browser = createTestBrowser()
  const there = createSessionStore(browser.openTab(), loadedCodec)
  there.start(ada)
  const read = requestPage(browser)
  vi.advanceTimersByTime(1_000)
  there.signIn(ada)
  expect(read(ada)).toEqual(ada)
})

test('a page of the history may be old, so it does not know its visitor', () => {
  expect(requestPage(createTestBrowser(), 'back_forward')(ada)).toBeUndefined()
})

test('where storage is blocked, the visitor is the one whom the server knows', () => {
  const tab = createTestBrowser({ blocksReading: true }).openTab()
  const performance = { now: () => 10, getEntriesByType: () => [{ type: 'reload', fetchStart: 5 }] }
  const blocked = {
    performance,
    get localStorage() {
      return tab.localStorage
    },
  }
  expect(readPageVisitor({ visitor: ada }, blocked)).toEqual(ada)
})
