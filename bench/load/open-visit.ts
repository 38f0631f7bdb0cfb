import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { Network } from '../browser/networks.ts'
import { openOtherSite } from '../browser/open-other-site.ts'
import { toContextOptions } from '../site/context-options.ts'
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
 * Opens a page of another site in a new browser profile over an emulated network, and closes it after `work`, which navigates. The
 * browser says that it saves data, so no variant prefetches other pages while it is measured.
 */
export async function withVisit<Result>(
  browser: Browser,
  { url, visitor, network }: Navigation,
  work: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const { origin } = new URL(url)
  const context = await browser.newContext(toContextOptions(origin, visitor))
  const timer = setTimeout(() => void context.close(), timeoutMs) // rejects what waits for something in the page
  try {
    await context.addInitScript(saveData)
    const page = await context.newPage()
    await openOtherSite(page)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network.conditions })
    return await work({ page, context, devtools })
  } finally {
    clearTimeout(timer)
    await context.close()
  }
}

/** Makes the browser say that it saves data. Runs in the page before its own scripts. */
export function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}
