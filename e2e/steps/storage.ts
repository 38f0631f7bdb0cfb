import type { BrowserContext, Page } from '@playwright/test'
import { sessionTokenKey } from '@portico/shared/session/session-token.ts'
import type { StorageState } from '../site/accounts.ts'

/** What a browser keeps that has this session token, and nothing else. */
export function createTokenState(origin: string, token: string): StorageState {
  return { cookies: [], origins: [{ origin, localStorage: [{ name: sessionTokenKey, value: token }] }] }
}

/** The session token that the browser keeps; null: none. */
export function getStoredToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), sessionTokenKey)
}

/** From now on local storage is full. */
export async function fillStorage(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (this: Storage, ...entry) {
      if (this === localStorage) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      setItem.apply(this, entry)
    }
  })
}

/** From now on the browser forbids local storage, as with "block all site data". */
export async function blockStorage(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })
}
