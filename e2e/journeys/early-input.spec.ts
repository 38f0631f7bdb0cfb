import { expect, type Page } from '@playwright/test'
import { createPerson } from '../site/accounts.ts'
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

test('on the projects, / moves to the search field, and what is typed there is found once the script has loaded', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const scripts = await blockScripts(page.context())
  const field = page.getByRole('main').getByRole('searchbox')
  scripts.block()
  await page.goto('/projects', { waitUntil: 'commit' })
  await getHeading(page).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('roll')
  scripts.unblock()
  await expect(page).toHaveURL(/roll/)
  await expect(field).toBeFocused()
  await page.keyboard.type('outs')
  await expect(page).toHaveURL(/rollouts/)
  await expect(field).toHaveValue('rollouts')
})

test('the header around a page that is still loading works before any script has loaded, and stays', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await recordStability(page.context())
  const scripts = await blockScripts(page.context())
  const banner = page.getByRole('banner')
  await page.goto('/projects?q=bot', { waitUntil: 'commit' })
  await expect(page.getByRole('main')).toContainText('Loading...')
  const header = await banner.elementHandle()
  await banner.getByRole('button', { name: 'Profile' }).click()
  scripts.unblock()
  await createVisitor(page).isAt('/projects?q=bot', 'Projects')
  expect(await banner.evaluate((now, early) => now === early, header)).toBe(true)
  await expect(banner.getByRole('link', { name: 'My Profile', exact: true })).toBeVisible()
  expect(await getStability(page)).toEqual(steady)
})

test('a theme that is chosen before any script has loaded applies immediately, and is saved afterwards', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in', { colorScheme: 'light' })
  const scripts = await blockScripts(page.context())
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
  const theme = (name: string) => page.getByRole('radio', { name, exact: true })
  for (const [name, applied, saved] of [
    ['Dark', 'dark', 'dark'],
    ['System', 'light dark', undefined],
  ] as const)
    await test.step(name, async () => {
      scripts.block()
      await page.goto('/about', { waitUntil: 'commit' })
      await theme(name).click()
      expect(await scheme()).toBe(applied)
      scripts.unblock()
      const getSaved = async () =>
        (await page.context().cookies()).find((cookie) => cookie.name === 'portico.theme')?.value
      await expect.poll(getSaved).toBe(saved)
      await expect(theme(name)).toBeChecked()
      expect(await scheme()).toBe(applied)
    })
})

test('links and forms do not wait for the script, and a form that is sent several times is sent once', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/)
  const ada = createPerson()
  const page = await openPageAs('signed out')
  const visitor = createVisitor(page)
  const scripts = await blockScripts(page.context())
  const main = page.getByRole('main')
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const posts: string[] = []
  page.on('request', (request) => void (request.method() === 'POST' && posts.push(request.url())))

  await page.goto('/auth/login', { waitUntil: 'commit' })
  await page.getByLabel('Username or email', { exact: true }).fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('not a password')
  await button('Log in').click({ clickCount: 3 })
  await expect(main.getByRole('alert').filter({ hasText: 'Wrong username', visible: true })).toBeVisible()
  await expect(page.getByLabel('Username or email', { exact: true })).toHaveValue('nobody')
  await main.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Username', { exact: true }).fill(ada.username)
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.getByLabel('Password', { exact: true }).fill(ada.password)
  await button('Create account').click({ clickCount: 3 })
  await expect(page).toHaveURL('/profile/verify')
  expect(posts).toHaveLength(2)
  scripts.unblock()
  await visitor.isAt('/profile/verify', 'Email Verification')
})
