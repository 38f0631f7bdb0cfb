import type { Page, Route } from '@playwright/test'

/** Handles requests that match `pattern` instead of the server. Returns how to stop. */
export async function intercept(
  page: Page,
  pattern: RegExp,
  handle: (route: Route) => unknown,
): Promise<() => Promise<void>> {
  await page.route(pattern, handle)
  return () => page.unroute(pattern)
}
