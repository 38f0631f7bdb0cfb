import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, BrowserType, PlaywrightWorkerArgs } from '@playwright/test'

/** Launches a browser whose visitor has blocked all cookies, and with them storage. */
export async function launchWithoutCookies(
  { chromium }: PlaywrightWorkerArgs['playwright'],
  options: NonNullable<Parameters<BrowserType['launchPersistentContext']>[1]>,
): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'portico-profile-'))
  mkdirSync(join(profile, 'Default'))
  const block = 2 // Chromium's CONTENT_SETTING_BLOCK
  const preferences = { profile: { default_content_setting_values: { cookies: block } } }
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
  return chromium.launchPersistentContext(profile, options)
}
