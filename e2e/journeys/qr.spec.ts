import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { downloadFile } from '../steps/download.ts'
import { readQrCode } from '../steps/read-qr-code.ts'
import { createVisitor } from '../steps/visitor.ts'

const link = 'https://api.whatsapp.com/send?phone=12025550143&text=Good%20day%20%26%20goodbye'
const code = (page: Page) => page.getByRole('img', { name: /^QR code/ })

test('the QR code of the bot’s own message is readable without JavaScript', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { javaScriptEnabled: false })
  await page.goto('/projects/bot-qr/qr')
  const chat = page.getByRole('link', { name: 'Open in WhatsApp' })
  const own = 'https://api.whatsapp.com/send?phone=12025550143&text=Hello!%20What%20can%20you%20do%3F'
  await expect(chat).toHaveAttribute('href', own)
  expect(await readQrCode(await code(page).screenshot())).toBe(own)
})

test('the QR code is readable on the page, in both downloads, in full screen and in print, and its link can be copied', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { permissions: ['clipboard-read', 'clipboard-write'] })
  await createVisitor(page).opens('/projects/bot-qr/qr')
  const message = page.getByLabel('First message (optional)')
  await message.fill('Good day & goodbye')
  await expect(page.getByText(link)).toBeVisible()
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

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await test.step('the printed page holds only the code', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(message).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    expect(await readQrCode(await code(page).screenshot())).toBe(link)
  })
})
