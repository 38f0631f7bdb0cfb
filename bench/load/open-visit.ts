import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Network } from '../browser/networks.ts'
import { openOtherSite } from '../browser/open-other-site.ts'
import type { SignedIn } from '../site/create-account.ts'

/** Which page to open, as whom. */
export interface Navigation {
  readonly url: string
  /** null: signed out. */
  readonly visitor: SignedIn | null
  readonly network: Network
}

/** A page of another site in a new browser profile. */
interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly devtools: CDPSession
}

const timeoutMs = 60_000

/**
 * Opens a page of another site in a new browser profile over an emulated network, and closes it after `work`. The browser says that it saves
 * data, so no variant prefetches other pages while it is measured.
 */
export async function withVisit<Result>(
  browser: Browser,
  { visitor, network }: Omit<Navigation, 'url'>,
  work: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext()
  try {
    if (visitor !== null) {
      await context.addCookies([...visitor.cookies])
      await context.addInitScript(storeToken, visitor.token)
    }
    await context.addInitScript(saveData)
    const page = await context.newPage()
    page.setDefaultTimeout(timeoutMs)
    await openOtherSite(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network.conditions })
    return await work({ page, context, devtools })
  } finally {
    await context.close()
  }
}

// The functions below run in the page before its own scripts.

function storeToken({ key, value }: SignedIn['token']): void {
  localStorage.setItem(key, value)
}

/** Makes the browser say that it saves data. */
export function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}
