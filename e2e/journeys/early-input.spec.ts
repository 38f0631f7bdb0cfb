import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { expectHydrationKeepsPage } from '../steps/hydrated.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Prerendered pages and the label of a field on each. hydration.spec.ts has the one of a visitor who is signed out. */
const visits = [
  {
    state: 'unverified',
    address: '/profile/verify',
    title: 'Email Verification',
    menu: 'Profile',
    link: 'Verify',
    field: 'Verification code',
    options: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  },
  {
    state: 'signed in',
    address: '/contact',
    title: 'Contact Us',
    menu: 'Profile',
    link: 'My Profile',
    field: 'Message',
    options: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  },
] as const

for (const { state, address, title, menu, link, field, options } of visits) {
  test(`a visitor who is ${state} reads and uses ${address} before any script has loaded`, async ({
    openPageAs,
  }) => {
    const page = await openPageAs(state, options)
    await recordStability(page.context())
    const scripts = await blockScripts(page.context())
    const visitor = createVisitor(page)
    const item = page.getByRole('banner').getByRole('link', { name: link, exact: true })
    const input = page.getByRole('main').getByLabel(field, { exact: true })
    await page.goto(address, { waitUntil: 'commit' })
    await expect(visitor.heading()).toBeVisible()
    await input.fill('123')
    await page.getByRole('banner').getByRole('button', { name: menu, exact: true }).click()
    await expect(item).toBeVisible()
    await expectHydrationKeepsPage(page, scripts, { address, title })
    await expect(input).toHaveValue('123')
    await expect(item).toBeVisible()
    expect((await getStability(page)).bareFrames).toBe(0)
    await item.click()
    await expect(item).toBeHidden()
  })
}

/** Lists what has the focus whenever the page has changed and no text field has it. Runs in the page. */
function watchFieldFocus(): string[] {
  const focused: string[] = []
  new MutationObserver(() => {
    const { activeElement } = document
    if (!(activeElement instanceof HTMLInputElement)) focused.push(activeElement?.tagName ?? '')
  }).observe(document, { childList: true, subtree: true })
  return focused
}

const getHeading = (page: Page) => createVisitor(page).heading()
const getSearchButton = (page: Page) => page.getByRole('button', { name: 'Search the site' })

/** The ways to open the search on a page without a search field, and what then gets the focus back. */
const waysToSearch = [
  { how: 'Ctrl+K', openSearch: (page: Page) => page.keyboard.press('Control+k'), getOpener: getHeading },
  { how: '/', openSearch: (page: Page) => page.keyboard.press('/'), getOpener: getHeading },
  {
    how: 'a click on the search button',
    openSearch: (page: Page) => getSearchButton(page).click(),
    getOpener: getSearchButton,
  },
]

test('what is typed after the search was opened before any script has loaded, and while the search loads, is searched for', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const scripts = await blockScripts(page.context())
  const dialog = page.getByRole('dialog', { name: 'Search the site' })
  const field = dialog.getByRole('searchbox')
  for (const { how, openSearch, getOpener } of waysToSearch)
    await test.step(`with ${how}`, async () => {
      const search = Promise.withResolvers<void>()
      await page.route('**/global-search.js', async (route) => {
        await search.promise
        await route.continue()
      })
      scripts.block()
      await page.goto('/about', { waitUntil: 'commit' })
      await createVisitor(page).heading().focus()
      await openSearch(page)
      const lostFocus = await page.evaluateHandle(watchFieldFocus)
      await page.keyboard.type('wikipedio / ar')
      for (const _ of 'o / ar') await page.keyboard.press('Backspace')
      scripts.unblock()
      await expect(dialog).toContainText('Loading...')
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('wikipedi')
      await page.keyboard.type('a ar')
      search.resolve()
      await expect(dialog).not.toContainText('Loading...')
      await expect(field).toBeFocused()
      expect(await lostFocus.jsonValue(), 'moments in which what is typed would be lost').toEqual([])
      await page.keyboard.type('ticle')
      await expect(field).toHaveValue('wikipedia article')
      await expect(dialog.getByRole('link', { name: /^Wikipedia article/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(getOpener(page)).toBeFocused()
    })
})

test('on the projects, what a visitor types, presses and clicks before any script has loaded takes effect afterwards', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await recordStability(page.context())
  const scripts = await blockScripts(page.context())
  const visitor = createVisitor(page)
  const field = page.getByRole('main').getByRole('searchbox')
  const open = async (address: string) => {
    scripts.block()
    await page.goto(address, { waitUntil: 'commit' })
  }

  await test.step('in the field and on the button of the search', async () => {
    await open('/projects')
    await field.fill('rollouts')
    await getSearchButton(page).click()
    scripts.unblock()
    await expect(page).toHaveURL(/rollouts/)
    await expect(page.getByRole('dialog', { name: 'Search the site' })).toBeVisible()
  })

  await test.step('/ moves to the field, which takes what is typed', async () => {
    await open('/projects')
    await visitor.heading().focus()
    await page.keyboard.press('/')
    await page.keyboard.type('roll')
    scripts.unblock()
    await expect(page).toHaveURL(/roll/)
    await expect(field).toBeFocused()
    await page.keyboard.type('outs')
    await expect(page).toHaveURL(/rollouts/)
    await expect(field).toHaveValue('rollouts')
  })

  await test.step('in the header, which an address that is not prerendered has, too', async () => {
    const banner = page.getByRole('banner')
    await open('/projects?q=bot')
    await expect(page.getByRole('main')).toContainText('Loading...')
    const header = await banner.elementHandle()
    await banner.getByRole('button', { name: 'Profile' }).click()
    scripts.unblock()
    await visitor.isAt('/projects?q=bot', 'Projects')
    expect(await banner.evaluate((now, early) => now === early, header)).toBe(true)
    await expect(banner.getByRole('link', { name: 'My Profile', exact: true })).toBeVisible()
    expect(await getStability(page)).toEqual(steady)
  })
})
