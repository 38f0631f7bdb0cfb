import type { BrowserContext, Page } from '@playwright/test'

/** Records every heading that appears on the screen, however briefly. */
export async function recordHeadings(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const seen = new Set<string>()
    Reflect.set(window, 'seenHeadings', seen)
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1')) seen.add(textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Returns the headings recorded since the page was opened. */
export function getShownHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen: unknown = Reflect.get(window, 'seenHeadings')
    return seen instanceof Set ? [...seen].map(String) : []
  })
}
