import { expect } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { openCarousel } from '../steps/carousel.ts'
import { waitForHydration } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

test('the carousel advances, pauses under the pointer and the focus, and works with the keyboard', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const { root, shows, rotates } = await openCarousel(page)
  const next = root.getByRole('button', { name: 'Next slide' })

  await test.step('it advances every five seconds and starts over after the last slide', async () => {
    await rotates(true)
    await page.clock.runFor(4_900)
    await shows(1)
    await page.clock.runFor(200)
    await shows(2)
    for (const number of [3, 1]) {
      await page.clock.runFor(5_000)
      await shows(number)
    }
  })

  await test.step('it pauses under the pointer and while it has the focus', async () => {
    const heading = page.getByRole('heading', { level: 1 })
    await root.hover()
    await rotates(false)
    await page.clock.runFor(20_000)
    await shows(1)
    await heading.hover()
    await rotates(true)
    await page.clock.runFor(5_100)
    await shows(2)
    await root.getByRole('link').first().focus()
    // The page has scrolled to the link, and the slides may be under the pointer now.
    await heading.hover()
    await rotates(false)
    await page.clock.runFor(20_000)
    await shows(2)
    await page.getByRole('link', { name: 'Get in touch' }).focus()
    await rotates(true)
    await page.clock.runFor(5_100)
    await shows(3)
  })

  await test.step('its buttons work with the keyboard, and only the current slide is focusable', async () => {
    await next.press('Enter')
    await shows(1)
    await root.getByRole('button', { name: 'Previous slide' }).press('Space')
    await shows(3)
    await next.press('Enter')
    await shows(1)
    await page.keyboard.press('Tab')
    await expect(root.getByRole('link', { name: 'Portico shell', exact: true })).toBeFocused()
    await page.clock.resume()
    await page.keyboard.press('Enter')
    const visitor = createVisitor(page)
    await visitor.isAt('/projects/portico-shell', 'Portico shell')
    await expect(visitor.heading()).toBeFocused()
  })
})

test('with reduced motion the carousel waits to be started; a swipe of forty pixels changes the slide', async ({
  openPageAs,
}) => {
  const viewport = { width: 390, height: 800 }
  const page = await openPageAs('signed out', { hasTouch: true, reducedMotion: 'reduce', viewport })
  const { root, shows, rotates, swipe } = await openCarousel(page)
  await rotates(false)
  await page.clock.runFor(30_000)
  await shows(1)

  await swipe(39)
  await shows(1)
  await swipe(40)
  await shows(2)
  await swipe(-40)
  await shows(1)
  await swipe(-41)
  await shows(3)

  await root.getByRole('button', { name: 'Start slideshow' }).press('Enter')
  await rotates(true)
  await page.clock.runFor(5_100)
  await shows(1)
})

test('the home page shows its hero immediately, a working sample of the catalogue for everyone, and a notice for its owner', async ({
  page,
}) => {
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto('/', { waitUntil: 'commit' })

  await test.step('nothing in the hero fades in', async () => {
    const name = page.getByRole('main').getByRole('heading', { level: 1 })
    const animations = await name.evaluate((heading) =>
      (heading.parentElement ?? heading).getAnimations({ subtree: true }).map(({ id }) => id),
    )
    expect(animations).toEqual([])
    await expect(name).toHaveCSS('opacity', '1')
  })

  await waitForHydration(page)
  expect(
    files.filter((url) => url.includes('/r/catalogue/')),
    'nothing of the catalogue is loaded yet',
  ).toEqual([])

  await test.step('the notice leads to what the owner has to change', async () => {
    await page.getByRole('link', { name: 'Make it yours' }).click()
    await createVisitor(page).isAt('/first-run', 'First Run')
    const rows = page.getByRole('region', { name: 'What to change' }).getByRole('listitem')
    // The owner of these tests has their own values, and the sample's texts.
    await expect(rows.first()).toContainText('site.config.json')
    await expect(rows.first()).toContainText('Done')
    await expect(rows.filter({ hasText: 'content/about.md' })).toContainText('Your story')
    await expect(rows.filter({ hasText: 'content/projects/portico-shell.md' })).toBeVisible()
  })

  await test.step('the catalogue works when the visitor reaches it', async () => {
    await page.goBack()
    const section = page.getByRole('region', { name: /^A catalogue of/ })
    await section.scrollIntoViewIfNeeded()
    await section.getByLabel('Your text').fill('Hey')
    await expect(section.getByText('𝓗𝓮𝔂')).toBeVisible()
    await section.getByRole('link', { name: 'See all 40 text styles' }).click()
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fapi%2Ffancy$/)
  })
})

test('without the catalogue, the home page names its categories in the same space', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/Failed to load resource/)
  await page.route('**/r/catalogue/**', (route) => route.abort())
  await page.goto('/')
  const section = page.getByRole('region', { name: /^A catalogue of/ })
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/r/catalogue/'))
  await section.scrollIntoViewIfNeeded()
  await failed
  await expect(section.getByRole('link', { name: /^Text Effect 1 \d+$/ })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})
