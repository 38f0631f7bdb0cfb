import type { BrowserContext, Page } from '@playwright/test'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import type { StorageState } from '../site/accounts.ts'

/** Creates the state of a browser that stores this session token and nothing else. */
export function createTokenState(origin: string, token: string): StorageState {
  return { cookies: [], origins: [{ origin, localStorage: [{ name: sessionTokenKey, value: token }] }] }
}

/** Returns the session token the browser stores, or null. */
export function getStoredToken(page: Page): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), sessionTokenKey)
}

/** Stores a session token as an earlier page of this site would have done. */
export async function storeToken(page: Page, token: string): Promise<void> {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [sessionTokenKey, token] as const)
}

/** Makes every write to local storage fail as if it were full. */
export async function fillStorage(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (this: Storage, ...entry) {
      if (this === localStorage) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      setItem.apply(this, entry)
    }
  })
}

/** Denies access to local storage, as a browser does that blocks all site data. */
export async function blockStorage(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get })
  })
}
