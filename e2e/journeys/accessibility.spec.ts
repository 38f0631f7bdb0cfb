import type { Page } from '@playwright/test'
import { type VisitorState, visitorStates } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import {
  getCode,
  getRelease,
  listRemotes,
  type ReleasedPage,
  toAddress,
  visibleAccess,
} from '../site/released-pages.ts'
import {
  expectAccessible,
  expectAccessibleData,
  expectNoViolationsInBothThemes,
  injectAxe,
  widths,
} from '../steps/accessibility.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Page Not Found: the project is no bot. */
const unknownAddress = '/projects/portico-shell/qr'

// Further states of the released pages, which their addresses select.
const furtherAddresses: Readonly<Record<VisitorState, readonly string[]>> = {
  'signed out': ['/auth/login?forgot', '/auth/login?next=%2Fprofile', '/-/account/confirm?verified'],
  unverified: [],
  'signed in': ['/projects/portico-shell', '/projects?tag=none', '/api?q=download', unknownAddress],
}
// Access groups whose pages look the same to another visitor.
const alreadyCovered: Readonly<Record<VisitorState, readonly string[]>> = {
  'signed out': [],
  unverified: [],
  'signed in': ['open', 'logout'],
}

// A signed-in visitor sees by far the most pages, so these are split into several tests.
const parts: Readonly<Record<VisitorState, number>> = { 'signed out': 1, unverified: 1, 'signed in': 3 }

for (const state of visitorStates) {
  for (const remote of listRemotes()) {
    for (let part = 0; part < parts[state]; part += 1) {
      test(`${remote}: pages of a visitor who is ${state} are accessible, part ${part + 1} of ${parts[state]}`, async ({
        site,
        openPageAs,
      }) => {
        test.slow() // each page in eight states
        const page = await openPageAs(state, { reducedMotion: 'reduce' })
        const pages = getRelease(site.releases, remote).pages.filter(
          ({ access }) => visibleAccess[state].includes(access) && !alreadyCovered[state].includes(access),
        )
        const firsts = findFirsts(pages)
        for (const [index, released] of pages.entries()) {
          if (index % parts[state] !== part) continue
          const address = toAddress(released.path)
          const isFirst = firsts.has(released) || galleries.includes(address)
          const check = isFirst ? expectAccessible : expectAccessibleData
          await test.step(address, () => expectAccessiblePage(page, address, check))
        }
      })
    }
  }

  for (const address of furtherAddresses[state]) {
    test(`${address} is accessible to a visitor who is ${state}`, async ({ openPageAs, consoleErrors }) => {
      if (address === unknownAddress) consoleErrors.expect(/status of 404/)
      await expectAccessiblePage(await openPageAs(state, { reducedMotion: 'reduce' }), address)
    })
  }
}

// Their samples of every style are drawn after the rest of the page.
const galleries = ['/api/fancy', '/api/text_effect_iii', '/api/image_frame']

/** The first page of each that runs the same code on its own data. */
function findFirsts(pages: readonly ReleasedPage[]): ReadonlySet<ReleasedPage> {
  const byCode = new Map<string, ReleasedPage>()
  for (const page of pages) {
    const code = getCode(page)
    if (!byCode.has(code)) byCode.set(code, page)
  }
  return new Set(byCode.values())
}

async function expectAccessiblePage(page: Page, address: string, check = expectAccessible): Promise<void> {
  await page.goto(address)
  await createVisitor(page).heading().waitFor()
  if (galleries.includes(address)) await page.getByRole('region', { name: 'Styles at a glance' }).waitFor()
  await check(page)
}

test('dialogs and menus are accessible at every width', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { reducedMotion: 'reduce' })
  const dialog = page.getByRole('dialog')
  const menu = page.getByRole('button', { name: 'Menu' })
  await page.goto('/projects/bot-qr/qr')
  await createVisitor(page).heading().waitFor()
  await injectAxe(page)
  for (const width of widths) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: 'Full screen' }).click()
      await dialog.waitFor()
      await expectNoViolationsInBothThemes(page, `full screen at ${width} px`)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Profile' }).click()
      await expectNoViolationsInBothThemes(page, `the account menu at ${width} px`)
      if (await menu.isVisible()) {
        await menu.click()
        await expectNoViolationsInBothThemes(page, `the main menu at ${width} px`)
      }
      await page.keyboard.press('Escape')
    })
  }
})
