import { expect, type Page } from '@playwright/test'
import { type VisitorState, visitorStates } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import {
  getCode,
  getRelease,
  getTitle,
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
  isSoak,
  widths,
} from '../steps/accessibility.ts'
import { compareElements } from '../steps/analysed-elements.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
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

// In one worker: what one test has analysed is not repeated by the next.
test.describe.configure({ mode: 'default' })

for (const state of visitorStates) {
  test(`pages of a visitor who is ${state} are accessible`, async ({ site, openPageAs, consoleErrors }) => {
    if (furtherAddresses[state].includes(unknownAddress)) consoleErrors.expect(/status of 404/)
    const page = await openPageAs(state, {
      reducedMotion: 'reduce',
      viewport: { width: widths[0], height: 900 },
    })
    const pages = listRemotes()
      .flatMap((remote) => getRelease(site.releases, remote).pages)
      .filter(
        ({ access }) => visibleAccess[state].includes(access) && !alreadyCovered[state].includes(access),
      )
    const firsts = findFirsts(pages)
    await page.goto('/home')
    await waitForHydrationOf(createVisitor(page).heading())
    for (const released of pages) {
      const address = toAddress(released.path)
      const isGallery = galleries.includes(address)
      const isFirst = isGallery || firsts.has(released)
      if (!isFirst && !isSoak) continue
      await test.step(address, async () => {
        await goTo(page, released)
        if (isGallery) await page.getByRole('region', { name: 'Styles at a glance' }).waitFor()
        await (isFirst ? expectAccessible(page) : expectAccessibleData(page))
      })
    }
    for (const address of furtherAddresses[state])
      await test.step(address, () => expectAccessiblePage(page, address))
  })
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

async function expectAccessiblePage(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await createVisitor(page).heading().waitFor()
  await expectAccessible(page)
}

/** Goes there in the same document, as Back does: the shell and axe are loaded once. */
async function goTo(page: Page, released: ReleasedPage): Promise<void> {
  const address = toAddress(released.path)
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await createVisitor(page).isAt(address, getTitle(released))
}

const previewed = [
  '/api/fancy?row=fancy',
  '/api/imageEdit?row=image_sepia',
  '/api/attp_i?row=attp_i.3',
  '/api/converter?row=color_to_png',
]

test('dialogs, menus and what opens on a page are accessible at every width', async ({ openPageAs }) => {
  const page = await openPageAs('signed in', { reducedMotion: 'reduce' })
  const dialog = page.getByRole('dialog')
  const expectAccessibleAt = async (width: number, what: string) => {
    await page.setViewportSize({ width, height: 900 })
    await expectNoViolationsInBothThemes(page, `${what} at ${width} px`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }

  await test.step('full screen, and the menus of the header', async () => {
    const menu = page.getByRole('button', { name: 'Menu' })
    await page.goto('/projects/bot-qr/qr')
    await createVisitor(page).heading().waitFor()
    await injectAxe(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: 'Full screen' }).click()
      await dialog.waitFor()
      await expectAccessibleAt(width, 'full screen')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Profile' }).click()
      await expectAccessibleAt(width, 'the account menu')
      if (await menu.isVisible()) {
        await menu.click()
        await expectAccessibleAt(width, 'the main menu')
      }
      await page.keyboard.press('Escape')
    }
  })

  await test.step('the palette', async () => {
    await page.keyboard.press('Control+k')
    await dialog.getByRole('searchbox').fill('sticker')
    await expect(page.getByText(/^\d[\d,]* results? for/)).toBeVisible()
    await expectAccessibleAt(1280, 'the palette')
  })

  await test.step('previews', async () => {
    for (const address of previewed) {
      await page.goto(address)
      await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
      await injectAxe(page)
      await expectAccessibleAt(320, address)
    }
  })

  await test.step('an open row with its response', async () => {
    await page.route('**/-/sandbox/**', (route) => route.fulfill({ json: { a: { b: 1 } } }))
    await page.goto('/api/imageEdit?row=image_brightness')
    await page.getByText(/^API key: /).click()
    await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
    await page.getByRole('region', { name: 'Response as a tree' }).waitFor()
    await page.getByText('About this endpoint').click()
    await injectAxe(page)
    for (const width of [320, 1280]) await expectAccessibleAt(width, 'an open row with its response')
    await page.unrouteAll()
  })

  await test.step('compact rows', async () => {
    await page.goto('/api/download')
    await page.getByRole('button', { name: 'Compact' }).click()
    await injectAxe(page)
    for (const width of [320, 1440]) await expectAccessibleAt(width, 'compact rows')
  })
})

test('a row is analysed unless it differs from an earlier one in its wording alone', async ({ page }) => {
  const isRepeated = async (row: string) => {
    const first = '<li><button aria-describedby="tip">Copy</button></li>'
    await page.setContent(`<p id="tip">Copies it.</p><ul>${first}${row}</ul>`)
    const compared = await page.evaluateHandle(compareElements, '')
    return compared.evaluate(({ repeated }) => repeated.some((element) => element.matches('li:last-child')))
  }
  expect(await isRepeated('<li><button aria-describedby="tip">Save</button></li>')).toBe(true)
  expect(await isRepeated('<li><button aria-describedby="tip"> </button></li>'), 'no name').toBe(false)
  expect(await isRepeated('<li><button aria-describedby="no">Save</button></li>'), 'no target').toBe(false)
  expect(await isRepeated('<li><button aria-describedby="tip">→</button></li>'), 'a symbol').toBe(false)
  expect(
    await isRepeated('<li style="color: #999"><button aria-describedby="tip">Save</button></li>'),
    'a color',
  ).toBe(false)
})
