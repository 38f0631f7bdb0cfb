import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'

/** When someone last signed in or out in this browser, in milliseconds since 1970. */
const changeKey = 'portico.session-changed'

/** Written and removed immediately, to find out whether storage is writable. */
const probeKey = 'portico.probe'

/** A window with storage. */
export interface StorageWindow {
  /** Throws where the browser blocks storage. */
  readonly localStorage: Storage
}

/** The stored token, null for none, undefined where storage is blocked. */
export function readToken(browser: StorageWindow): string | null | undefined {
  return read(browser, sessionTokenKey)
}

/** Stores the token; null removes it. */
export function writeToken(browser: StorageWindow, token: string | null): void {
  try {
    if (token === null) browser.localStorage.removeItem(sessionTokenKey)
    else browser.localStorage.setItem(sessionTokenKey, token)
  } catch (error) {
    // Full or blocked: the session stays in memory, and a reload asks the server or signs out.
    console.warn('The session could not be saved in local storage.', error)
    if (token !== null) writeToken(browser, null) // The previous token may belong to another visitor.
  }
}

/** Whether a token could be stored. */
export function isWritable(browser: StorageWindow): boolean {
  try {
    browser.localStorage.setItem(probeKey, '1')
    browser.localStorage.removeItem(probeKey)
    return true
  } catch {
    return false // A QuotaExceededError: storage is full, or the visitor has made it read-only.
  }
}

/** When someone last signed in or out in this browser; 0: never, as far as is known. */
export function readChangeTime(browser: StorageWindow): number {
  return Number(read(browser, changeKey) ?? 0)
}

/** Stores that someone has just signed in or out. */
export function writeChangeTime(browser: StorageWindow): void {
  try {
    browser.localStorage.setItem(changeKey, String(Date.now()))
  } catch {
    // Then no other tab learns of the change at all.
  }
}

function read(browser: StorageWindow, key: string): string | null | undefined {
  try {
    return browser.localStorage.getItem(key)
  } catch {
    return undefined // A SecurityError: the visitor has blocked storage.
  }
}
