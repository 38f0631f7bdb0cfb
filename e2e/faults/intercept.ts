import type { Page, Route } from '@playwright/test'

/** Answers what fits `pattern` in the server's place. Returns how to stop. */
export async function intercept(
  page: Page,
  pattern: RegExp,
  answer: (route: Route) => unknown,
): Promise<() => Promise<void>> {
  await page.route(pattern, answer)
  return () => page.unroute(pattern)
}
