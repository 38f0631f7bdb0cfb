import type { SessionRecord } from '@portico/shared/session/session-record.ts'
import { encodeSessionToken, sessionTokenKey } from '@portico/shared/session/session-token.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestBrowser } from '../testing/browser.ts'
import { createSessionStore } from './session-store.ts'
import { waitForSession } from './wait-for-session.ts'

const eve: SessionRecord = { username: 'eve', done: true, isVerify: false, github: false, gmail: false }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('waiting ends immediately if the state is known', async () => {
  const browser = createTestBrowser()
  browser.items.set(sessionTokenKey, encodeSessionToken(eve))
  const store = createSessionStore(browser.openTab())
  store.start()
  await expect(waitForSession(store)).resolves.toBeNull()
})

test.each([
  { said: 'signed in', say: () => ({ ...eve, gmail: true }), state: true },
  { said: 'signed out', say: () => null, state: false },
])('a state that is not known is waited for until it is $said', async ({ say, state }) => {
  const store = createSessionStore(createTestBrowser({ blocksReading: true }).openTab())
  store.start()
  const settled = vi.fn()
  const waiting = waitForSession(store).then(settled)
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  const record = say()
  if (record === null) store.signOut()
  else store.signIn(record)
  await waiting
  expect(settled).toHaveBeenCalledWith(state)
})
