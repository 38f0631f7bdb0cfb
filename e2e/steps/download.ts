import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** The file that the browser saves after a press on a button. */
export async function downloadFile(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await saving
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
}
