import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { getFolder, listRemotes } from '../site/released-pages.ts'
import { expectNoViolationsInBothThemes, injectAxe } from '../steps/accessibility.ts'
import { blockScripts } from '../steps/blocked-scripts.ts'
import { waitForHydration } from '../steps/hydrated.ts'
import { getStability, recordStability, steady } from '../steps/layout-shifts.ts'
import { createVisitor } from '../steps/visitor.ts'

/** Sends a message with the footer's form, while no script has loaded: it opens WhatsApp in another tab. */
async function sendsMessage(page: Page, text: string): Promise<void> {
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('textbox').fill(text)
  const opening = page.context().waitForEvent('page')
  await footer.getByRole('button', { name: 'Send' }).click()
  const chat = await opening
  const query = new URLSearchParams({ phone: '12025550143', text })
  await chat.waitForURL(`https://api.whatsapp.com/send?${query}`)
  await chat.close()
  await expect(page).toHaveURL('/')
}

test.describe('what the shell prefetches doesn’t disturb hydration:', () => {
  test.use({ dataSaver: false })

  test('hydration keeps the prerendered page and its input, and a message can be sent before it', async ({
    page,
    context,
  }) => {
    await context.route('https://api.whatsapp.com/send?**', (route) => route.fulfill({ body: 'WhatsApp' }))
    await recordStability(context)
    const visitor = createVisitor(page)
    const footer = page.getByRole('contentinfo')
    const message = footer.getByRole('textbox')

    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ])
      await test.step(`at ${viewport.width} px`, async () => {
        await page.setViewportSize(viewport)
        const scripts = await blockScripts(context)
        await page.goto('/', { waitUntil: 'commit' })
        await expect(visitor.heading()).toBeVisible()
        const heading = await visitor.heading().elementHandle()
        if (viewport.width === 390) await sendsMessage(page, 'Hello & goodbye')
        await message.fill('Written before any script')

        scripts.unblock()
        await visitor.isAt('/', 'HomePage')
        await waitForHydration(page)
        expect(await visitor.heading().evaluate((now, before) => now === before, heading)).toBe(true)
        await expect(message).toHaveValue('Written before any script')
        await expect(message).toBeFocused()
        expect(await getStability(page)).toEqual(steady)
      })
  })

  test('a menu that is opened before any script has loaded stays open, and the page then works like any other', async ({
    page,
  }) => {
    await recordStability(page.context())
    const scripts = await blockScripts(page.context())
    const visitor = createVisitor(page)
    const login = page.getByRole('link', { name: 'Login', exact: true })
    await page.goto('/home', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Get Start' }).click()
    await expect(login).toBeVisible()

    scripts.unblock()
    await visitor.isAt('/home', 'HomePage')
    await waitForHydration(page)
    await expect(login).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(login).toBeHidden()
    const shown = page.getByRole('group', { name: /^\d of \d/ })
    const first = await shown.getAttribute('aria-label')
    await page.getByRole('button', { name: 'Next slide' }).click()
    await expect(shown).not.toHaveAttribute('aria-label', first ?? '')
    expect(await getStability(page)).toEqual(steady)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog'), 'a visitor who is signed out has no command palette').toHaveCount(
      0,
    )
    await visitor.followsMenuLink('Get Start', 'Login')
    await visitor.isAt('/auth/login', 'Login')
    await page.goBack()
    await visitor.isAt('/home', 'HomePage')
  })
})

test('the header and the footer work while the code of the page is still loading', async ({ page, site }) => {
  const visitor = createVisitor(page)
  const [remote] = listRemotes().filter((name) =>
    site.releases.remotes[name]?.stable.pages.some((candidate) => candidate.path === '/'),
  )
  await page.route(`**${getFolder(site.releases, remote ?? '')}**/*.js`, () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Get Start' }).click()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  await expect(visitor.heading()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await page.getByRole('link', { name: 'Login', exact: true }).click()
  await visitor.isAt('/auth/login', 'Login')
})

test('a prerendered page whose code fails to load stays readable, and Retry recovers', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED/)
  const page = await openPageAs('signed out', { reducedMotion: 'reduce' })
  const visitor = createVisitor(page)
  await recordStability(page.context())
  await page.route('**/home-route-tsx.js', (route) => route.abort())
  await page.goto('/')
  const heading = await visitor.heading().elementHandle()
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText(
    "The interactive part of this page couldn't load. You can still read the page. Owner: Portfolio team.",
  )
  await expect(notice).toBeInViewport()
  await expect(visitor.heading()).toHaveText('Ada Example')
  await expect(page.getByText('More projects')).toBeVisible()
  expect(await getStability(page)).toEqual(steady)
  await injectAxe(page)
  await expectNoViolationsInBothThemes(page, 'a page with its notice')

  await page.unroute('**/home-route-tsx.js')
  await notice.getByRole('button', { name: 'Retry' }).click()
  await waitForHydration(page)
  await expect(notice).toHaveCount(0)
  await expect(visitor.heading()).toBeFocused()
  expect(await visitor.heading().evaluate((now, before) => now === before, heading)).toBe(true)
})
