import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { Session, SessionPort } from '@portico/kit/contract/contract.ts'
import {
  getAuthState,
  type SessionRecord,
  SessionRecordSchema,
  SessionResponseSchema,
  type Visitor,
} from '@portico/kit/session/session-record.ts'
import type { PageData } from '@portico/protocol/discovery/discovery-document.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import * as v from 'valibot'
import { createStore } from 'zustand/vanilla'
import { type TokenCodec, tokenCodec } from './token-codec.ts'
import { isWritable, readToken, type StorageWindow, writeChangeTime } from './token-storage.ts'
import { createTokenStore } from './token-store.ts'

/** Longer than any response that still succeeds, and shorter than a visitor waits before trying again. */
const timeoutMs = 30_000

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
  /** As in the port; `signal` aborts the request. */
  refresh(signal?: AbortSignal): Promise<Visitor | null>
  /**
   * Starts with the visitor whom the server knows, and stores or removes the token accordingly; if the server could not
   * tell, with the visitor of the token, once the codec has loaded. Then follows other tabs. Returns a function that stops.
   */
  start(visitor?: PageData['visitor'], options?: StartOptions): () => void
  /**
   * Counts the visitors of this page view. It grows when it turns out that another one has signed in elsewhere: what a page shows
   * and holds may be the previous one's.
   */
  countVisitors(): number
}

interface StartOptions {
  /** The visitor's token from the server, which spares the page to encrypt one. */
  readonly token?: string | undefined
  /** Called if this visitor's email has been verified since the token was stored, by the link in it. */
  readonly onVerified?: () => void
}

/** Events after which the token may have changed. */
export interface SessionEvents {
  readonly storage: StorageEvent
  readonly pagehide: object
  readonly pageshow: Pick<PageTransitionEvent, 'persisted'>
}

/** What the store needs of a window. */
export interface SessionWindow extends StorageWindow {
  readonly fetch: typeof globalThis.fetch
  addEventListener<Type extends keyof SessionEvents>(
    type: Type,
    listener: (event: SessionEvents[Type]) => void,
    options: { readonly signal: AbortSignal },
  ): void
}

/**
 * Creates the auth store. Where storage is blocked, full or read-only, the session lives in memory for this page view, and
 * `authenticated` stays undefined until `refresh`, `signIn` or `signOut`.
 */
export function createSessionStore(browser: SessionWindow, codec: TokenCodec = tokenCodec): SessionStore {
  const store = createStore<Session>(() => ({ authenticated: undefined, record: null }))
  const apply = (event: SessionEvent) => store.setState(reduceSession(store.getState(), event), true)
  const tokens = createTokenStore(browser, codec)
  let visitors = 1
  /** To be called with whom a token or the server names, and not with what a page has changed: a visitor may choose another name. */
  const noticeVisitor = (next: SessionRecord | null) => {
    const { record } = store.getState()
    if (record !== null && next !== null && record.username !== next.username) visitors += 1
  }
  const applyToken = () =>
    tokens.load((record) => {
      noticeVisitor(record)
      apply({ type: 'token read', record })
    })
  /** Stores the visitor whom the server knows. Returns the token of before. */
  const applyVisitor = (visitor: SessionRecord | null, token?: string) => {
    const stored = tokens.store(visitor, token)
    apply(visitor === null ? { type: 'signed out' } : { type: 'signed in', record: visitor })
    return stored
  }
  const change = (visitor: SessionRecord | null) => {
    const before = store.getState()
    applyVisitor(visitor)
    if (store.getState() !== before) writeChangeTime(browser)
  }
  const signIn = (visitor: SessionRecord) => change(toRecord(visitor))
  const signOut = () => change(null)
  return {
    read: store.getState,
    subscribe: (listener) => store.subscribe(listener),
    signIn,
    signOut,
    countVisitors: () => visitors,
    async refresh(signal) {
      const before = store.getState()
      const visitor = await fetchSession(browser, signal)
      // Someone signed in or out in the meantime: the response may be outdated.
      if (store.getState() !== before) return visitor
      noticeVisitor(visitor)
      if (visitor === null) signOut()
      // The same visitor has a token already, and the code that writes one isn't loaded.
      else if (reduceSession(before, { type: 'signed in', record: toRecord(visitor) }) !== before)
        signIn(visitor)
      return visitor
    },
    start(visitor, { token, onVerified = () => {} } = {}) {
      if (visitor !== undefined) {
        const stored = applyVisitor(visitor, token)
        if (stored !== null && stored !== token && getAuthState(visitor) === true)
          codec.use(({ decodeSessionToken }) => {
            if (isVerifiedSince(decodeSessionToken(stored), visitor)) onVerified()
          })
      }
      // No token means signed out only where a token could have been stored.
      else if (readToken(browser) !== null || isWritable(browser)) applyToken()
      return followOtherTabs(browser, applyToken)
    },
  }
}

/** A remote, or the server, may pass more than the token should hold. */
function toRecord(visitor: SessionRecord): SessionRecord {
  return v.parse(SessionRecordSchema, visitor)
}

/** Calls `applyToken` when another tab has stored a token. Returns a function that stops. */
function followOtherTabs(browser: SessionWindow, applyToken: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const isOurs = ({ key }: StorageEvent) => key === sessionTokenKey || key === null
  browser.addEventListener('storage', (event) => isOurs(event) && applyToken(), { signal })
  // In the back/forward cache a page misses what other tabs store.
  let hiddenWith: string | null | undefined
  const leave = () => {
    hiddenWith = readToken(browser)
  }
  browser.addEventListener('pagehide', leave, { signal })
  browser.addEventListener(
    'pageshow',
    ({ persisted }) => persisted && readToken(browser) !== hiddenWith && applyToken(),
    { signal },
  )
  return () => controller.abort()
}

/** Whether it is the same visitor, whose email was not verified before. */
function isVerifiedSince(before: SessionRecord | null, now: SessionRecord | null): boolean {
  return before?.username === now?.username && getAuthState(before) === null && getAuthState(now) === true
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
async function fetchSession(browser: SessionWindow, signal?: AbortSignal): Promise<Visitor | null> {
  const response = await browser.fetch(accountPaths.session, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  })
  if (!response.ok) throw new Error(`GET ${accountPaths.session} responded with ${response.status}.`)
  return v.parse(SessionResponseSchema, await response.json()).visitor
}
