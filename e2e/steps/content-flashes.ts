import type { BrowserContext, Page } from '@playwright/test'

/** Records every heading that appears on the screen, however briefly. */
export async function recordHeadings(browser: BrowserContext): Promise<void> {
  await browser.addInitScript(() => {
    const seen = new Set<string>()
    Reflect.set(window, 'seenHeadings', seen)
    new MutationObserver(() => {
      // The browser may pause in the middle of a heading while it reads the page.
      let last: Node = document
      while (last.lastChild !== null) last = last.lastChild
      for (const heading of document.querySelectorAll('h1'))
        if (document.readyState !== 'loading' || !heading.contains(last)) seen.add(heading.textContent)
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
