import type { Session, SessionPort } from '@portico/shared/contract/contract.ts'
import {
  getAuthState,
  type SessionRecord,
  SessionRecordSchema,
} from '@portico/shared/session/session-record.ts'
import {
  decodeSessionToken,
  encodeSessionToken,
  sessionTokenKey,
} from '@portico/shared/session/session-token.ts'
import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'

/** What happened to the session, in the past tense. */
export type SessionEvent =
  | { readonly type: 'token read'; readonly record: SessionRecord | null }
  | { readonly type: 'signed in'; readonly record: SessionRecord }
  | { readonly type: 'signed out' }

/** The session after a fact. Pure. */
export function reduceSession(session: Session, fact: SessionEvent): Session {
  const record = fact.type === 'signed out' ? null : fact.record
  const next = {
    authenticated: getAuthState(record),
    record: getAuthState(record) === false ? null : record,
  }
  return JSON.stringify(next) === JSON.stringify(session) ? session : next
}

/** The auth store: the session port that remotes get, and how to begin and end it. */
export interface SessionStore extends SessionPort {
  /** Reads the token and follows other tabs. Returns how to stop. */
  start(): () => void
}

/** What the store needs of a window. */
export interface SessionWindow {
  /** Throws where the browser forbids storage. */
  readonly localStorage: Storage
  addEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
  removeEventListener(type: 'storage', listener: (event: StorageEvent) => void): void
}

/**
 * Makes the auth store. Where storage is forbidden or full the session lives in memory, for this page view;
 * `authenticated` then stays undefined until somebody who can ask the server says `signIn` or `signOut`.
 */
export function createSessionStore(browser: SessionWindow): SessionStore {
  const store = createStore<Session>(() => ({ authenticated: undefined, record: null }))
  const happen = (fact: SessionEvent) => store.setState(reduceSession(store.getState(), fact), true)
  const readToken = () => {
    const token = readStored(browser)
    if (token === undefined) return
    const record = token === null ? null : decodeSessionToken(token)
    if (token !== null && record === null) writeStored(browser, null)
    happen({ type: 'token read', record })
  }
  return {
    read: store.getState,
    subscribe: (listener) => store.subscribe(listener),
    signIn(given) {
      const record = v.parse(SessionRecordSchema, given) // A remote may hand over more than the token shall hold.
      writeStored(browser, encodeSessionToken(record))
      happen({ type: 'signed in', record })
    },
    signOut() {
      writeStored(browser, null)
      happen({ type: 'signed out' })
    },
    start() {
      const onStorage = (event: StorageEvent) => {
        if (event.key === sessionTokenKey || event.key === null) readToken()
      }
      readToken()
      browser.addEventListener('storage', onStorage)
      return () => browser.removeEventListener('storage', onStorage)
    },
  }
}

/** The stored token, null for none, undefined where storage is forbidden. */
function readStored(browser: SessionWindow): string | null | undefined {
  try {
    return browser.localStorage.getItem(sessionTokenKey)
  } catch {
    return undefined // A SecurityError: the visitor has forbidden storage.
  }
}

function writeStored(browser: SessionWindow, token: string | null): void {
  try {
    if (token === null) browser.localStorage.removeItem(sessionTokenKey)
    else browser.localStorage.setItem(sessionTokenKey, token)
  } catch (error) {
    // Full or forbidden: the session goes on in memory, and a reload asks the server or signs out.
    console.warn('The session could not be kept in local storage.', error)
    if (token !== null) writeStored(browser, null) // The one before may tell of another visitor.
  }
}
