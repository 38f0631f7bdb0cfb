import type { Session } from '@portico/kit/contract/contract.ts'
import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { decodeSessionToken, encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestBrowser } from '../testing/browser.ts'
import { loadedCodec } from '../testing/loaded-codec.ts'
import { createSessionStore, reduceSession, type SessionEvent, waitForSession } from './session-store.ts'

const ada: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const eve: SessionRecord = { ...ada, username: 'eve', isVerify: false }
const signedOut: Session = { authenticated: false, record: null }

function started(browser = createTestBrowser()) {
  const store = createSessionStore(browser.openTab(), loadedCodec)
  const stop = store.start()
  return { browser, store, stop }
}

function holding(token: string) {
  const browser = createTestBrowser()
  browser.items.set(sessionTokenKey, token)
  return browser
}

describe('the token', () => {
  test('the token is not read before the store starts', () => {
    const browser = holding(encodeSessionToken(ada))
    expect(createSessionStore(browser.openTab(), loadedCodec).read()).toEqual({
      authenticated: undefined,
      record: null,
    })
  })

  test.each([
    { what: 'signed in', record: ada, authenticated: true },
    { what: 'unverified', record: eve, authenticated: null },
  ])('the token of a visitor who is $what sets the state', ({ record, authenticated }) => {
    const { store } = started(holding(encodeSessionToken(record)))
    expect(store.read()).toEqual({ authenticated, record })
  })

  test('a missing token means signed out', () => {
    expect(started().store.read()).toEqual(signedOut)
  })

  test('the token of an incomplete sign-in means signed out, and stays', () => {
    const { browser, store } = started(holding(encodeSessionToken({ ...ada, done: false })))
    expect(store.read()).toEqual(signedOut)
    expect(browser.getToken()).toBeDefined()
  })

  test.each(['', 'tampered', encodeSessionToken(ada).slice(0, -24)])(
    'that is broken (%j) is removed',
    (token) => {
      const { browser, store } = started(holding(token))
      expect(store.read()).toEqual(signedOut)
      expect(browser.getToken()).toBeUndefined()
    },
  )

  test('the token is written at sign-in and removed at sign-out', () => {
    const { browser, store } = started()
    store.signIn(ada)
    expect(decodeSessionToken(browser.getToken() ?? '')).toEqual(ada)
    store.signOut()
    expect(browser.getToken()).toBeUndefined()
    expect(store.read()).toEqual(signedOut)
  })

  test('the token contains only the record, whatever a remote passes', () => {
    const { store } = started()
    const visitor = { ...ada, email: 'ada@example.com' }
    store.signIn(visitor)
    expect(store.read().record).toEqual(ada)
  })

  test('the token is not written for an invalid record', () => {
    const { browser, store } = started()
    expect(() => store.signIn({ ...ada, username: '' })).toThrow()
    expect(browser.getToken()).toBeUndefined()
    expect(store.read()).toEqual(signedOut)
  })
})

describe('the visitor whom the server knows', () => {
  function startedWith(visitor: SessionRecord | null, browser = createTestBrowser()) {
    const tab = browser.openTab()
    const store = createSessionStore(tab, loadedCodec)
    store.start(visitor)
    return { browser, store, tab }
  }

  test('the visitor whom the server knows is signed in without a token, and gets one', () => {
    const { browser, store } = startedWith(ada)
    expect(store.read()).toEqual({ authenticated: true, record: ada })
    expect(decodeSessionToken(browser.getToken() ?? '')).toEqual(ada)
  })

  test('the visitor whom the server knows replaces the one of an older token', () => {
    const { browser, store } = startedWith(ada, holding(encodeSessionToken(eve)))
    expect(store.read()).toEqual({ authenticated: true, record: ada })
    expect(decodeSessionToken(browser.getToken() ?? '')).toEqual(ada)
  })

  const useless = ['tampered', JSON.stringify(ada), encodeSessionToken(ada).slice(0, 40)]
  const records = [ada, eve, { ...ada, done: false }, { ...ada, username: '' }]

  test.each([...useless, ...records.map(encodeSessionToken)])(
    'a visitor whom the server does not know is signed out, and the token is removed (%#)',
    (token) => {
      const { browser, store } = startedWith(null, holding(token))
      expect(store.read()).toEqual(signedOut)
      expect(browser.items.size).toBe(0)
    },
  )

  test('the token of the same visitor stays, so that no other tab re-renders', () => {
    const browser = holding(encodeSessionToken(ada))
    const other = started(browser)
    const listener = vi.fn()
    other.store.subscribe(listener)
    const token = browser.getToken()
    startedWith(ada, browser)
    expect(browser.getToken()).toBe(token)
    expect(listener).not.toHaveBeenCalled()
  })

  test.each([
    { token: { ...ada, isVerify: false }, visitor: ada, times: 1 },
    { token: { ...ada, isVerify: false }, visitor: { ...ada, github: true, isVerify: false }, times: 1 },
    { token: { ...ada, isVerify: false }, visitor: { ...ada, isVerify: false }, times: 0 },
    { token: { ...ada, isVerify: false }, visitor: null, times: 0 },
    { token: ada, visitor: ada, times: 0 },
    { token: eve, visitor: ada, times: 0 },
  ])('an email that was verified since the token was stored is noticed ($times times, %#)', (visit) => {
    const onVerified = vi.fn()
    const store = createSessionStore(holding(encodeSessionToken(visit.token)).openTab(), loadedCodec)
    store.start(visit.visitor, { onVerified })
    expect(onVerified).toHaveBeenCalledTimes(visit.times)
  })

  test('the visitor whom the server knows also applies to the other tabs', () => {
    const browser = holding(encodeSessionToken(ada))
    const other = started(browser)
    startedWith(null, browser)
    expect(other.store.read()).toEqual(signedOut)
    startedWith(eve, browser)
    expect(other.store.read()).toEqual({ authenticated: null, record: eve })
  })

  test.each([
    { how: 'blocked', options: { blocksReading: true } },
    { how: 'not writable', options: { blocksWriting: true } },
  ])('the visitor whom the server knows is known immediately where storage is $how', ({ options }) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(startedWith(ada, createTestBrowser(options)).store.read().authenticated).toBe(true)
    expect(startedWith(null, createTestBrowser(options)).store.read()).toEqual(signedOut)
  })

  test('a page that comes back from the back/forward cache learns what happened in other tabs', () => {
    const { browser, store, tab } = startedWith(ada)
    tab.leave()
    const other = started(browser)
    other.store.signOut()
    expect(store.read().authenticated).toBe(true)
    tab.comeBack()
    expect(store.read()).toEqual(signedOut)
  })

  test('a page that comes back counts another visitor who has signed in meanwhile', () => {
    const { browser, store, tab } = startedWith(ada)
    tab.leave()
    const other = started(browser)
    other.store.signOut()
    other.store.signIn(eve)
    tab.comeBack()
    expect([store.read().record, store.countVisitors()]).toEqual([eve, 2])
    expect(other.store.countVisitors()).toBe(1)
  })

  test('a visitor who chooses another name is no other visitor', () => {
    const { store } = startedWith(ada)
    store.signIn({ ...ada, username: 'countess' })
    expect(store.countVisitors()).toBe(1)
  })

  test('another visitor whom the server names is counted', async () => {
    const fetch = async () => Response.json({ visitor: { ...eve, email: 'eve@example.com' } })
    const { store } = startedWith(ada, createTestBrowser({ fetch }))
    await store.refresh()
    expect([store.read().record, store.countVisitors()]).toEqual([eve, 2])
  })

  test('a page that comes back where storage is not writable keeps its session', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { store, tab } = startedWith(ada, createTestBrowser({ blocksWriting: true }))
    tab.leave()
    tab.comeBack()
    expect(store.read().record).toEqual(ada)
  })
})

describe('another tab', () => {
  function twoTabs() {
    const browser = createTestBrowser()
    return { browser, here: started(browser), there: started(browser) }
  }

  test('another tab that signs in signs this one in', () => {
    const { here, there } = twoTabs()
    there.store.signIn(ada)
    expect(here.store.read()).toEqual({ authenticated: true, record: ada })
  })

  test('another tab that signs out signs this one out', () => {
    const { here, there } = twoTabs()
    there.store.signIn(ada)
    there.store.signOut()
    expect(here.store.read()).toEqual(signedOut)
  })

  test('another tab that clears the storage signs this one out', () => {
    const { browser, here } = twoTabs()
    here.store.signIn(ada)
    browser.openTab().localStorage.clear()
    expect(here.store.read()).toEqual(signedOut)
  })

  test('another tab that writes a broken token signs both out and removes it', () => {
    const { browser, here, there } = twoTabs()
    here.store.signIn(ada)
    browser.openTab().localStorage.setItem(sessionTokenKey, 'tampered')
    expect([here.store.read(), there.store.read()]).toEqual([signedOut, signedOut])
    expect(browser.getToken()).toBeUndefined()
  })

  test('another tab that writes another key changes nothing', () => {
    const { browser, here } = twoTabs()
    here.store.signIn(ada)
    const listener = vi.fn()
    here.store.subscribe(listener)
    browser.openTab().localStorage.setItem('theme', 'dark')
    expect(listener).not.toHaveBeenCalled()
  })

  test('another tab is ignored after the store stops', () => {
    const { browser, here, there } = twoTabs()
    here.stop()
    there.store.signIn(ada)
    expect(here.store.read()).toEqual(signedOut)
    there.stop()
    expect(browser.countListeners()).toBe(0)
  })
})

describe('unavailable storage', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })

  test('storage that is blocked leaves the state unknown until it is set, and then in memory', () => {
    const { store } = started(createTestBrowser({ blocksReading: true }))
    expect(store.read()).toEqual({ authenticated: undefined, record: null })
    store.signIn(ada)
    expect(store.read()).toEqual({ authenticated: true, record: ada })
    store.signOut()
    expect(store.read()).toEqual(signedOut)
  })

  test('storage that is blocked later keeps the visitor signed in when another tab changes it', () => {
    const options = { blocksReading: false }
    const browser = createTestBrowser(options)
    const { store } = started(browser)
    store.signIn(ada)
    const other = browser.openTab().localStorage
    options.blocksReading = true
    other.clear()
    expect(store.read().record).toEqual(ada)
  })

  test('storage that is not writable leaves the state unknown until it is set, and then in memory', () => {
    const { browser, store } = started(createTestBrowser({ blocksWriting: true }))
    expect(store.read()).toEqual({ authenticated: undefined, record: null })
    store.signIn(ada)
    expect(store.read()).toEqual({ authenticated: true, record: ada })
    expect(browser.items.size).toBe(0)
  })

  test('storage that is not writable still reveals the state if it has a token', () => {
    const browser = createTestBrowser({ blocksWriting: true })
    browser.items.set(sessionTokenKey, encodeSessionToken(eve))
    expect(started(browser).store.read()).toEqual({ authenticated: null, record: eve })
  })

  test('nothing is left in writable storage for a visitor who is signed out', () => {
    expect(started().browser.items.size).toBe(0)
  })

  test('storage that is full keeps the session for this page view and removes an older token', () => {
    const options = { blocksWriting: false }
    const browser = createTestBrowser(options)
    const { store } = started(browser)
    store.signIn(eve)
    options.blocksWriting = true
    store.signIn(ada)
    expect(store.read()).toEqual({ authenticated: true, record: ada })
    expect(browser.getToken()).toBeUndefined()
  })
})

describe('the session after an event', () => {
  const facts: readonly SessionEvent[] = [
    { type: 'token read', record: null },
    { type: 'token read', record: ada },
    { type: 'signed in', record: eve },
    { type: 'signed out' },
  ]
  const sessions: readonly Session[] = [
    { authenticated: undefined, record: null },
    signedOut,
    { authenticated: true, record: ada },
    { authenticated: null, record: eve },
  ]
  const expected = [signedOut, sessions[2], sessions[3], signedOut]

  test('the session after an event does not depend on the previous session and does not mutate its arguments', () => {
    for (const session of sessions) {
      for (const [at, fact] of facts.entries()) {
        expect(reduceSession(Object.freeze(session), Object.freeze(fact))).toEqual(expected[at])
      }
    }
  })

  test('the session after an event is the same object if nothing changed, so that nothing re-renders', () => {
    const { store } = started()
    store.signIn(ada)
    const listener = vi.fn()
    store.subscribe(listener)
    const before = store.read()
    store.signIn({ ...ada })
    expect(store.read()).toBe(before)
    expect(listener).not.toHaveBeenCalled()
    store.signOut()
    expect(listener).toHaveBeenCalledOnce()
  })
})

describe('waiting for the state', () => {
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
  })

  test('waiting ends immediately if the state is known', async () => {
    const { store } = started(holding(encodeSessionToken(eve)))
    await expect(waitForSession(store)).resolves.toBeNull()
  })

  test.each([
    { said: 'signed in', say: () => ({ ...eve, gmail: true }), state: true },
    { said: 'signed out', say: () => null, state: false },
  ])('a state that is not known is waited for until it is $said', async ({ say, state }) => {
    const { store } = started(createTestBrowser({ blocksReading: true }))
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
})
