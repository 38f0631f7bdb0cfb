import { expect, type Page } from '@playwright/test'

/** Waits until React has taken over the home page that the server sent, which does not know the whole site. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.getByRole('main'), 'what only the whole site knows').toContainText(/\d+ categories/)
}
