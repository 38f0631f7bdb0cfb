import { expect } from '@playwright/test'
import { paths } from '@portico/shared/paths.ts'
import { test } from '../site/journey.ts'
import { folderOf, remoteNames } from '../site/released-pages.ts'
import { noteHeadings, shownHeadings } from '../steps/flashes.ts'
import { holdScripts } from '../steps/held-scripts.ts'
import { stabilityOf, watchStability } from '../steps/layout-shifts.ts'
import { onlyToken } from '../steps/storage.ts'
import { untilTakenOver } from '../steps/taken-over.ts'
import { visitorOn } from '../steps/visitor.ts'

const steady = { shift: 0, bareFrames: 0 }

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`what the server sent stays when the shell takes over, at ${viewport.width} pixels`, async ({
    browserOf,
  }) => {
    const page = await browserOf('signed out', { viewport })
    await watchStability(page.context())
    const scripts = await holdScripts(page.context())
    const visitor = visitorOn(page)
    await page.goto('/', { waitUntil: 'commit' })
    await expect(visitor.heading()).toBeVisible()
    const heading = await visitor.heading().elementHandle()
    const message = page.getByRole('contentinfo').getByRole('textbox')
    await message.fill('Written before any script')

    scripts.release()
    await visitor.isOn('/', 'HomePage')
    await untilTakenOver(page)
    expect(await visitor.heading().evaluate((now, before) => now === before, heading)).toBe(true)
    await expect(message).toHaveValue('Written before any script')
    await expect(message).toBeFocused()
    expect(await stabilityOf(page)).toEqual(steady)
  })
}

test('the page works as any other once it is taken over', async ({ page }) => {
  await watchStability(page.context())
  const visitor = visitorOn(page)
  await visitor.opens('/home')
  await visitor.isOn('/home', 'HomePage')
  await untilTakenOver(page)
  const shown = page.getByRole('group', { name: /^\d of \d/ })
  const first = await shown.getAttribute('aria-label')
  await page.getByRole('button', { name: 'Next slide' }).click()
  await expect(shown).not.toHaveAttribute('aria-label', first ?? '')
  expect(await stabilityOf(page)).toEqual(steady)
  await visitor.choosesInMenu('Get Start', 'Login')
  await visitor.isOn('/auth/login', 'Login')
  await page.goBack()
  await visitor.isOn('/home', 'HomePage')
})

test('the header and the footer work while the code of the page is still on its way', async ({
  page,
  site,
}) => {
  const visitor = visitorOn(page)
  const [remote] = remoteNames().filter((name) =>
    site.releases.remotes[name]?.stable.pages.some((candidate) => candidate.path === '/'),
  )
  await page.route(`**${folderOf(site.releases, remote ?? '')}**/*.js`, () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Get Start' }).click()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  await expect(visitor.heading()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await visitor.page.getByRole('link', { name: 'Login', exact: true }).click()
  await visitor.isOn('/auth/login', 'Login')
})

test('a page whose code does not come is a failure in the end, and Retry brings it', async ({
  newSite,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/)
  const { site, browserOf } = await newSite({})
  const page = await browserOf('signed out')
  const visitor = visitorOn(page)
  await page.route('**/home.js', (route) => route.abort())
  await page.goto('/')
  await expect(visitor.heading()).toHaveText('Chunk load error')
  await page.unroute('**/home.js')
  await page.getByRole('button', { name: 'Retry' }).click()
  await visitor.isOn(`${site.origin}/`, 'HomePage')
  await expect(visitor.heading()).toHaveText('Ada Example')
})

test('a reload shows the page where it was left', async ({ page }) => {
  const visitor = visitorOn(page)
  await visitor.opens('/')
  await visitor.isOn('/', 'HomePage')
  await page.evaluate(() => scrollTo(0, 700))
  await page.reload()
  await visitor.isOn('/', 'HomePage')
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(700)
})

test('an unverified visitor is sent nothing of the page', async ({ browserOf }) => {
  const page = await browserOf('unverified')
  await noteHeadings(page.context())
  const visitor = visitorOn(page)
  const [answer] = await Promise.all([page.waitForResponse('/'), page.goto('/')])
  expect(await answer.text()).toContain('<div id="root"></div>')
  await visitor.isOn('/profile/verify', 'Email Verification')
  expect(await shownHeadings(page)).not.toContain('Ada Example')
})

test('a signed-in visitor gets the page without a detour', async ({ browserOf }) => {
  const page = await browserOf('signed in')
  await watchStability(page.context())
  const visitor = visitorOn(page)
  await visitor.opens('/')
  await visitor.isOn('/', 'HomePage')
  await expect(page.getByRole('button', { name: 'Profile' })).toBeVisible()
  expect((await stabilityOf(page)).shift).toBe(0)
})

test('a token of a session that has ended does not hold the page up', async ({
  browserOf,
  site,
  openBrowser,
}) => {
  const signedIn = await browserOf('signed in')
  await signedIn.goto('/')
  const token = await signedIn.evaluate(() => Object.values(localStorage).join(''))
  const page = await openBrowser(async () => onlyToken(site.origin, token), site)('signed out')
  const visitor = visitorOn(page)
  await visitor.opens('/')
  await visitor.isOn('/', 'HomePage')
  await expect(page.getByRole('button', { name: 'Get Start' }), `after ${paths.visitor}`).toBeVisible()
})

test('a site of another owner is sent without what was rendered for this one', async ({ newSite }) => {
  const { site, browserOf } = await newSite({ env: { SITE_CONFIG: 'site.config.json' } })
  const html = await (await fetch(site.origin)).text()
  expect(html).toContain('<div id="root"></div>')
  expect(html).not.toContain('Ada Example')
  const page = await browserOf('signed out')
  await page.goto('/')
  await expect(visitorOn(page).heading()).toHaveText('Your Name')
})
