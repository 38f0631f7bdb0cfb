import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { SiteSchema } from '@portico/shared/site/site.ts'
import * as v from 'valibot'
import { startEventStream } from '../site/event-stream.ts'
import { test } from '../site/fixtures.ts'
import { root } from '../site/start-site.ts'
import { downloadFile } from '../steps/download.ts'
import { readQrCode } from '../steps/read-qr-code.ts'
import { createVisitor } from '../steps/visitor.ts'

const address = '/projects/bot-qr/qr'
const link = 'https://api.whatsapp.com/send?phone=12025550143&text=Good%20day%20%26%20goodbye'
const code = (page: Page) => page.getByRole('img', { name: /^QR code/ })

async function writesMessage(page: Page): Promise<void> {
  await createVisitor(page).opens(address)
  await page.getByLabel('First message (optional)').fill('Good day & goodbye')
  await expect(page.getByText(link)).toBeVisible()
}

test('the QR code is readable on the page, in both downloads and in full screen', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await writesMessage(page)
  expect(await readQrCode(await code(page).screenshot())).toBe(link)
  for (const [button, file] of [
    ['Download PNG', 'bot-qr-qr.png'],
    ['Download SVG', 'bot-qr-qr.svg'],
  ] as const) {
    const { name, content } = await downloadFile(page, button)
    expect(name).toBe(file)
    expect(await readQrCode(content), file).toBe(link)
  }
  await page.getByRole('button', { name: 'Full screen' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'QR code for Bot QR' })
  await expect(dialog).toBeVisible()
  expect(await readQrCode(await code(dialog.page()).last().screenshot())).toBe(link)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeFocused()
})

test('the printed page holds only a readable QR code', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await writesMessage(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByLabel('First message (optional)')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  expect(await readQrCode(await code(page).screenshot())).toBe(link)
})

test('the link can be copied', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { permissions: ['clipboard-read', 'clipboard-write'] })
  await writesMessage(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('a pairing code updates live and shows the seconds left', async ({ newSite }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-owner-'))
  const owner = v.parse(SiteSchema, JSON.parse(await readFile(join(root, 'e2e/site/owner.json'), 'utf8')))
  const config = join(folder, 'site.config.json')
  const bot = await startEventStream()
  await writeFile(config, JSON.stringify({ ...owner, pairingStreams: { 'bot-qr': bot.address } }))
  const { openPageAs } = await newSite({ env: { SITE_CONFIG: config } })
  const page = await openPageAs('signed in')
  await page.clock.install()
  await createVisitor(page).opens(address)
  await expect(page.getByText('Waiting for a pairing code…')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)

  await bot.send('data: {"code":"2@first,code","seconds":60}\n\n')
  await expect(page.getByText('60 seconds left')).toBeVisible()
  expect(await readQrCode(await code(page).screenshot())).toBe('2@first,code')
  await page.clock.runFor(10_000)
  await expect(page.getByText('50 seconds left')).toBeVisible()

  await bot.send('data: {"code":"2@second,code","seconds":20}\n\n')
  await expect(page.getByText('20 seconds left')).toBeVisible()
  expect(await readQrCode(await code(page).screenshot())).toBe('2@second,code')
  await page.clock.runFor(21_000)
  await expect(page.getByText('Code expired. Waiting for the next one…')).toBeVisible()

  await bot.disconnect()
  await expect(page.getByText('The bot isn’t responding. Trying again in a few seconds.')).toBeVisible()
  await page.clock.runFor(3_000)
  await bot.send('data: {"code":"2@third,code"}\n\n')
  await expect(page.getByText('20 seconds left')).toBeVisible()
  expect(await readQrCode(await code(page).screenshot())).toBe('2@third,code')

  await bot.send('event: paired\ndata: {}\n\n')
  await expect(page.getByText('Paired. The bot is connected to your phone.')).toBeVisible()
  await expect(code(page)).toBeHidden()
  await bot.stop()
  await rm(folder, { recursive: true })
})
