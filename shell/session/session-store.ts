import { accountPaths } from '@portico/shared/account/account-paths.ts'
import type { Session, SessionPort } from '@portico/shared/contract/contract.ts'
import {
  getAuthState,
  type SessionRecord,
  SessionRecordSchema,
  SessionResponseSchema,
  type Visitor,
} from '@portico/shared/session/session-record.ts'
import {
  decodeSessionToken,
  encodeSessionToken,
  sessionTokenKey,
} from '@portico/shared/session/session-token.ts'
import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'

/** Longer than any response that still succeeds, and shorter than a visitor waits before trying again. */
const timeoutMs = 30_000

/** Written and removed at once, to find out whether storage is writable. */
const probeKey = 'portico.probe'

/** What happened to the session, in the past tense. */
export type SessionEvent =
  | { readonly type: 'token read'; readonly record: SessionRecord | null }
  | { readonly type: 'signed in'; readonly record: SessionRecord }
  | { readonly type: 'signed out' }

/** The session after an event. Pure. */
export function reduceSession(session: Session, event: SessionEvent): Session {
  const record = event.type === 'signed out' ? null : event.record
  const next = {
    authenticated: getAuthState(record),
    record: getAuthState(record) === false ? null : record,
  }
  return JSON.stringify(next) === JSON.stringify(session) ? session : next
}

/** The auth store: the session port that remotes get, and how to start it. */
export interface SessionStore extends SessionPort {
  /** Reads the token and follows other tabs. Returns a function that stops. */
  start(): () => void
}

/** What the store needs of a window. */
export interface SessionWindow {
  /** Throws where the browser blocks storage. */
  readonly localStorage: Storage
  readonly fetch: typeof globalThis.fetch
  addEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
  removeEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
}

/**
 * Creates the auth store. Where storage is blocked, full or read-only, the session lives in memory for this page view, and
 * `authenticated` stays undefined until `refresh`, `signIn` or `signOut`.
 */
export function createSessionStore(browser: SessionWindow): SessionStore {
  const store = createStore<Session>(() => ({ authenticated: undefined, record: null }))
  const apply = (event: SessionEvent) => store.setState(reduceSession(store.getState(), event), true)
  const readToken = () => {
    const token = readStored(browser)
    if (token === undefined) return
    const record = token === null ? null : decodeSessionToken(token)
    if (token !== null && record === null) writeStored(browser, null)
    apply({ type: 'token read', record })
  }
  const signIn = (visitor: SessionRecord) => {
    const record = v.parse(SessionRecordSchema, visitor) // A remote may pass more than the token should hold.
    writeStored(browser, encodeSessionToken(record))
    apply({ type: 'signed in', record })
  }
  const signOut = () => {
    writeStored(browser, null)
    apply({ type: 'signed out' })
  }
  return {
    read: store.getState,
    subscribe: (listener) => store.subscribe(listener),
    signIn,
    signOut,
    async refresh() {
      const before = store.getState()
      const visitor = await fetchSession(browser)
      // Somebody signed in or out in the meantime: the response may be outdated.
      if (store.getState() !== before) return visitor
      if (visitor === null) signOut()
      else signIn(visitor)
      return visitor
    },
    start() {
      const onStorage = (event: StorageEvent) => {
        if (event.key === sessionTokenKey || event.key === null) readToken()
      }
      // No token means signed out only where a token could have been stored.
      if (readStored(browser) !== null || isWritable(browser)) readToken()
      browser.addEventListener('storage', onStorage)
      return () => browser.removeEventListener('storage', onStorage)
    },
  }
}

/** Resolves with the visitor's state once it is known: true signed in, false signed out, null unverified. */
export function waitForSession(session: SessionPort): Promise<boolean | null> {
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(check)
    check()
    function check() {
      const { authenticated } = session.read()
      if (authenticated === undefined) return
      unsubscribe()
      resolve(authenticated)
    }
  })
}

/**
 * Reads the visitor of the session cookie from the server; null: nobody is signed in. Rejects with a `TypeError` if the
 * server is unreachable, a `TimeoutError` if it is too slow, and another error for an unexpected response.
 */
async function fetchSession(browser: SessionWindow): Promise<Visitor | null> {
  const response = await browser.fetch(accountPaths.session, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`GET ${accountPaths.session} responded with ${response.status}.`)
  return v.parse(SessionResponseSchema, await response.json()).visitor
}

/** The stored token, null for none, undefined where storage is blocked. */
function readStored(browser: SessionWindow): string | null | undefined {
  try {
    return browser.localStorage.getItem(sessionTokenKey)
  } catch {
    return undefined // A SecurityError: the visitor has blocked storage.
  }
}

function isWritable(browser: SessionWindow): boolean {
  try {
    browser.localStorage.setItem(probeKey, '1')
    browser.localStorage.removeItem(probeKey)
    return true
  } catch {
    return false // A QuotaExceededError: storage is full, or the visitor has made it read-only.
  }
}

function writeStored(browser: SessionWindow, token: string | null): void {
  try {
    if (token === null) browser.localStorage.removeItem(sessionTokenKey)
    else browser.localStorage.setItem(sessionTokenKey, token)
  } catch (error) {
    // Full or blocked: the session stays in memory, and a reload asks the server or signs out.
    console.warn('The session could not be saved in local storage.', error)
    if (token !== null) writeStored(browser, null) // The previous token may belong to another visitor.
  }
}
