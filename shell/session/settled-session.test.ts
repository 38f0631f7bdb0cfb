import type { SessionRecord } from '@portico/shared/session/session-record.ts'
import { encodeSessionToken, sessionTokenKey } from '@portico/shared/session/session-token.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from './fake-browser.fixture.ts'
import { createSessionStore } from './session-store.ts'
import { settledSession } from './settled-session.ts'

const eve: SessionRecord = { username: 'eve', done: true, isVerify: false, github: false, gmail: false }

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('a state that is known is there at once', async () => {
  const browser = fakeBrowser()
  browser.kept.set(sessionTokenKey, encodeSessionToken(eve))
  const store = createSessionStore(browser.openTab())
  store.start()
  await expect(settledSession(store)).resolves.toBeNull()
})

test.each([
  { said: 'signed in', say: () => ({ ...eve, gmail: true }), state: true },
  { said: 'signed out', say: () => null, state: false },
])('a state that is not known is waited for until it is $said', async ({ say, state }) => {
  const store = createSessionStore(fakeBrowser({ reading: true }).openTab())
  store.start()
  const settled = vi.fn()
  const waiting = settledSession(store).then(settled)
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  const record = say()
  if (record === null) store.signOut()
  else store.signIn(record)
  await waiting
  expect(settled).toHaveBeenCalledWith(state)
})
