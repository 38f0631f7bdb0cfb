import { expect, type Locator, type Page } from '@playwright/test'
import { createVisitor } from './visitor.ts'

/** Waits until React has hydrated the prerendered home page, which only then shows the size of the catalogue. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.getByRole('main'), 'content that only hydration adds').toContainText(/\d+ categories/)
}

/** Waits until React has hydrated an element, which only then reacts to what the visitor does. */
export async function waitForHydrationOf(element: Locator): Promise<void> {
  const isHydrated = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber$')))
  await expect.poll(isHydrated, 'React has hydrated the element').toBe(true)
}

/** Lets the blocked scripts of an open page run, and expects it to keep its heading and its colors. */
export async function expectHydrationKeepsPage(
  page: Page,
  scripts: { unblock(): void },
  { address, title }: { readonly address: string; readonly title: string },
): Promise<void> {
  const visitor = createVisitor(page)
  const heading = await visitor.heading().elementHandle()
  const before = await readColors(page)
  const hasMounted = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('portico:page', resolve, { once: true })),
  )
  scripts.unblock()
  await hasMounted
  await visitor.isAt(address, title)
  expect(await visitor.heading().evaluate((now, early) => now === early, heading)).toBe(true)
  expect(await readColors(page), 'the page was styled before').toEqual(before)
}

function readColors(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return [backgroundColor, color]
  })
}
