import { expect, type Locator, type Page } from '@playwright/test'

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
