import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { downloadFile } from '../steps/download.ts'
import { createVisitor } from '../steps/visitor.ts'

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

test('the contact page saves a vCard and sends a message by WhatsApp or by email', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const context = page.context()
  await context.route('https://api.whatsapp.com/send?**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await createVisitor(page).opens('/contact')
  await createVisitor(page).isAt('/contact', 'Contact Us')

  await test.step('the contact card is a valid vCard', async () => {
    const { name, content } = await downloadFile(page, 'Save my contact')
    expect(name).toBe('ada-example.vcf')
    const text = content.toString()
    expect(text.endsWith('\r\n')).toBe(true)
    const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n')
    const card = new Map(lines.map((line) => [line.split(/[;:]/)[0], line.slice(line.indexOf(':') + 1)]))
    expect(lines.slice(0, 2)).toEqual(['BEGIN:VCARD', 'VERSION:3.0'])
    expect(lines.at(-1)).toBe('END:VCARD')
    expect(card.get('N')).toBe('Example;Ada;;;')
    expect(card.get('FN')).toBe('Ada Example')
    expect(card.get('TEL')).toBe('+12025550143')
    expect(card.get('EMAIL')).toBe('ada@example.com')
    expect(card.get('BDAY')).toBe('1990-06-15')
    expect(lines.filter((line) => line.startsWith('URL:'))).toHaveLength(6)
  })

  await test.step('a message opens WhatsApp in a new tab', async () => {
    await page.getByRole('button', { name: 'Send on WhatsApp' }).click()
    await expect(field(page, 'Message')).toBeFocused()
    await expect(page.getByText('Write a message first.')).toBeVisible()
    await field(page, 'Your name (optional)').fill('Grace')
    await field(page, 'Message').fill('Hello & goodbye?')
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Send on WhatsApp' }).click()
    const chat = await opening
    await chat.waitForURL(/^https:/)
    const { pathname, searchParams } = new URL(chat.url())
    expect([pathname, searchParams.get('phone'), searchParams.get('text')]).toEqual([
      '/send',
      '12025550143',
      'Hello & goodbye?\n\nGrace',
    ])
    await chat.close()
  })

  await test.step('a message opens the email program', async () => {
    // A browser would open another program, so record the URL instead.
    await page.evaluate(() => {
      window.open = (address) => {
        document.documentElement.dataset.opened = String(address)
        return null
      }
    })
    await field(page, 'Your name (optional)').fill('')
    await field(page, 'Message').fill('First line\nSecond line')
    await page.getByRole('button', { name: 'Send by email' }).click()
    const opened = page.locator('html[data-opened]')
    await expect(opened).toBeAttached()
    const address = new URL((await opened.getAttribute('data-opened')) ?? '')
    expect([address.protocol, address.pathname]).toEqual(['mailto:', 'ada@example.com'])
    expect(address.searchParams.get('body')).toBe('First line\r\nSecond line')
  })
})

test('a blank message opens no WhatsApp before any script has loaded', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const scripts = await blockScripts(page.context())
  await page
    .context()
    .route('https://api.whatsapp.com/send?**', (route) => route.fulfill({ body: 'WhatsApp' }))
  await page.goto('/contact', { waitUntil: 'commit' })
  const send = page.getByRole('main').getByRole('button', { name: 'Send on WhatsApp' })
  await send.click()
  await expect(field(page, 'Message')).toBeFocused()
  await page.keyboard.type('Hello')
  const opening = page.context().waitForEvent('page')
  await send.click()
  const chat = await opening
  await chat.waitForURL(/^https:/)
  expect(new URL(chat.url()).searchParams.get('text')).toBe('Hello')
  expect(page.context().pages()).toHaveLength(2)
  await chat.close()
  scripts.unblock()
  await createVisitor(page).isAt('/contact', 'Contact Us')
  await expect(field(page, 'Message')).toHaveValue('Hello')
})
