import { type Browser, chromium } from '@playwright/test'
import { browserFlags } from '@portico/tools/system/browser-flags.ts'
import { findBrowser } from '@portico/tools/system/find-browser.ts'

/** Launches the Chromium that benchmarks visit pages with. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserFlags, '--disable-component-update'],
  })
}
