import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { patience } from '@portico/kit/testing/patience.ts'
import * as module from '@portico/protocol/session/session-token.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import { expect, test, vi } from 'vitest'
import { createTestBrowser } from '../testing/browser.ts'
import { createSessionStore } from './session-store.ts'
import { createTokenCodec } from './token-codec.ts'

const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const eve: SessionRecord = { ...ada, username: 'eve' }
const { encodeSessionToken, decodeSessionToken } = module

/** A tab whose codec loads when `arrive` is called. */
function openTab(browser = createTestBrowser()) {
  const arrival = Promise.withResolvers<typeof module>()
  const fetchModule = vi.fn(() => arrival.promise)
  const codec = createTokenCodec(fetchModule)
  const arrive = async () => {
    arrival.resolve(module)
    await codec.load()
  }
  return { browser, store: createSessionStore(browser.openTab(), codec), fetchModule, arrive }
}

function holding(record: SessionRecord) {
  const browser = createTestBrowser()
  browser.items.set(sessionTokenKey, encodeSessionToken(record))
  return browser
}

test.each([
  { stored: 'no token', browser: createTestBrowser() },
  { stored: 'their token', browser: holding(ada) },
])('a visitor who has $stored and whose token the server sends needs no codec', ({ browser }) => {
  const { store, fetchModule } = openTab(browser)
  store.start(ada, { token: encodeSessionToken(ada) })
  expect(store.read()).toEqual({ authenticated: true, record: ada })
  expect(browser.getToken()).toBe(encodeSessionToken(ada))
  expect(fetchModule).not.toHaveBeenCalled()
})

test.each([{ visitor: null }, { visitor: undefined }])(
  'a visitor who is signed out and has no token needs no codec ($visitor)',
  ({ visitor }) => {
    const { store, fetchModule } = openTab()
    store.start(visitor)
    expect(store.read().authenticated).toBe(false)
    expect(fetchModule).not.toHaveBeenCalled()
  },
)

test('where the server could not tell, the state is unknown until the codec has loaded', async () => {
  const { store, arrive } = openTab(holding(ada))
  store.start()
  expect(store.read().authenticated).toBeUndefined()
  await arrive()
  expect(store.read().record).toEqual(ada)
})

test('a sign-in is known immediately, and stored once the codec has loaded', async () => {
  const { browser, store, arrive } = openTab()
  store.start(null)
  store.signIn(ada)
  expect(store.read().record).toEqual(ada)
  expect(browser.getToken()).toBeUndefined()
  await arrive()
  expect(decodeSessionToken(browser.getToken() ?? '')).toEqual(ada)
})

test('a sign-out while the codec loads leaves no token', async () => {
  const { browser, store, arrive } = openTab()
  store.start(null)
  store.signIn(ada)
  store.signOut()
  await arrive()
  expect(store.read().authenticated).toBe(false)
  expect(browser.getToken()).toBeUndefined()
})

test('of two tabs that sign in while the codec loads, the later one counts in both', async () => {
  const browser = createTestBrowser()
  const [here, there] = [openTab(browser), openTab(browser)]
  here.store.start(null)
  there.store.start(null)
  there.store.signIn(eve)
  await there.arrive() // this tab is notified, and can't read it yet
  here.store.signIn(ada)
  await here.arrive()
  expect(decodeSessionToken(browser.getToken() ?? '')).toEqual(ada)
  expect([here, there].map(({ store }) => store.read().record)).toEqual([ada, ada])
})

test('an email that was verified since the token was stored is noticed once the codec has loaded', async () => {
  const { store, arrive } = openTab(holding({ ...ada, isVerify: false }))
  const onVerified = vi.fn()
  store.start(ada, { token: encodeSessionToken(ada), onVerified })
  expect(onVerified).not.toHaveBeenCalled()
  await arrive()
  expect(onVerified).toHaveBeenCalledOnce()
})

test('a codec that fails to load reports it, leaves the state unchanged, and loads the next time', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const fetchModule = vi.fn<() => Promise<typeof module>>().mockRejectedValueOnce(new Error('offline'))
  fetchModule.mockResolvedValue(module)
  const codec = createTokenCodec(fetchModule)
  const store = createSessionStore(holding(ada).openTab(), codec)
  store.start()
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), patience)
  expect(store.read().authenticated).toBeUndefined()
  await codec.load()
  store.start()
  expect(store.read().record).toEqual(ada)
})
