import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { VisitorState } from '../site/accounts.ts'
import { test } from '../site/journey.ts'

// Every screen that a visitor can meet; of the categories those with plain rows, with variants, and with none.
const screens: readonly { readonly state: VisitorState; readonly addresses: readonly string[] }[] = [
  { state: 'signed out', addresses: ['/', '/auth/login', '/auth/login?forgot', '/auth/register', '/auth'] },
  { state: 'unverified', addresses: ['/profile/verify', '/logout'] },
  { state: 'signed in', addresses: ['/about', '/contact', '/projects', '/projects/sample-bot/qr', '/api'] },
  { state: 'signed in', addresses: ['/profile', '/profile/update', '/logout', '/projects/sample-site/qr'] },
  {
    state: 'signed in',
    addresses: ['/api/news', '/api/text_effect_i', '/api/movie'],
  },
]
const narrowest = { width: 320, height: 640 }
const wide = { width: 1280, height: 800 }

for (const { state, addresses } of screens) {
  test(`${addresses.join(' ')}: for everybody, in light and dark, and 320 pixels wide`, async ({
    browserOf,
  }) => {
    test.slow() // axe reads every element of every screen twice
    const page = await browserOf(state, { reducedMotion: 'reduce', viewport: wide })
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.goto(address)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        await isForEverybody(page)
        await page.setViewportSize(narrowest)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect.soft(width, `${address} has no sideways scroll`).toBeLessThanOrEqual(narrowest.width)
        await page.setViewportSize(wide)
      })
    }
  })
}

/** axe finds nothing, in the light theme and in the dark one. */
async function isForEverybody(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
    expect.soft(found, `axe, ${colorScheme}, ${page.url()}`).toEqual([])
  }
}
