import { expect, type Page } from '@playwright/test'

/** Waits until React has hydrated the prerendered home page, which only then shows the size of the catalogue. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.getByRole('main'), 'content that only hydration adds').toContainText(/\d+ categories/)
}
