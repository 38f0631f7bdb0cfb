import type { Page } from '@playwright/test'
import { type VisitorState, visitorStates } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import { getRelease, listRemotes, toAddress, visibleAccess } from '../site/released-pages.ts'
import {
  expectAccessible,
  expectNoViolationsInBothThemes,
  injectAxe,
  widths,
} from '../steps/accessibility.ts'
import { createVisitor } from '../steps/visitor.ts'

// Screens beside those of the released pages: what the addresses say, and what is not found.
const others: Readonly<Record<VisitorState, readonly string[]>> = {
  'signed out': ['/auth/login?forgot', '/auth/login?next=%2Fprofile'],
  unverified: [],
  'signed in': ['/projects/sample-site', '/projects?tag=none', '/api?q=download', '/projects/sample-site/qr'],
}
// To the others the pages that everybody may see look the same.
const alreadySeen: Readonly<Record<VisitorState, readonly string[]>> = {
  'signed out': [],
  unverified: [],
  'signed in': ['open', 'logout'],
}

// A visitor who is signed in sees by far the most: these pages are dealt out to several tests.
const hands: Readonly<Record<VisitorState, number>> = { 'signed out': 1, unverified: 1, 'signed in': 3 }

for (const state of visitorStates) {
  for (const remote of listRemotes()) {
    for (let hand = 0; hand < hands[state]; hand += 1) {
      test(`${remote}: pages for who is ${state} are for everybody, ${hand + 1} of ${hands[state]}`, async ({
        site,
        openPageAs,
      }) => {
        test.slow() // each page in eight ways
        const page = await openPageAs(state, { reducedMotion: 'reduce' })
        const pages = getRelease(site.releases, remote).pages.filter(
          ({ access }) => visibleAccess[state].includes(access) && !alreadySeen[state].includes(access),
        )
        for (const [at, { path }] of pages.entries()) {
          if (at % hands[state] !== hand) continue
          await test.step(toAddress(path), () => showsForEverybody(page, toAddress(path)))
        }
      })
    }
  }

  for (const address of others[state]) {
    test(`${address} is for everybody who is ${state}`, async ({ openPageAs }) => {
      await showsForEverybody(await openPageAs(state, { reducedMotion: 'reduce' }), address)
    })
  }
}

async function showsForEverybody(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await createVisitor(page).heading().waitFor()
  await expectAccessible(page)
}

for (const width of widths) {
  test(`what opens on a press is for everybody, ${width} px wide`, async ({ openPageAs }) => {
    const page = await openPageAs('signed in', { reducedMotion: 'reduce', viewport: { width, height: 900 } })
    await page.goto('/projects/sample-bot/qr')
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('dialog').waitFor()
    await injectAxe(page)
    await expectNoViolationsInBothThemes(page, 'full screen')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Profile' }).click()
    await expectNoViolationsInBothThemes(page, 'the account menu')
    const menu = page.getByRole('button', { name: 'Menu' })
    if (!(await menu.isVisible())) return
    await menu.click()
    await expectNoViolationsInBothThemes(page, 'the main menu')
  })
}
