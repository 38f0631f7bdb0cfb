import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** Presses a button and returns the file the browser downloads. */
export async function downloadFile(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}
