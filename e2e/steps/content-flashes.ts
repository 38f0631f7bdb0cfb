import type { BrowserContext, Page } from '@playwright/test'

/** Begins to note every heading that is on the screen for however short a time. */
export async function recordHeadings(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const seen = new Set<string>()
    Reflect.set(window, 'seenHeadings', seen)
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1')) seen.add(textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** The headings that this page view has shown. */
export function getShownHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(window, 'seenHeadings')
    return seen instanceof Set ? [...seen].map(String) : []
  })
}
