import { type Browser, chromium } from '@playwright/test'

/** Starts the Chromium in which a bench visits pages: the one of `CHROMIUM_PATH`, else Playwright's own. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH
  return chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    ...(executablePath ? { executablePath } : {}),
  })
}
