import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { holdTasks } from '../steps/held-tasks.ts'
import { createVisitor } from '../steps/visitor.ts'

const shown = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })

test('a tag and a text that follow each other faster than the page renders them are both kept', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const tags = page.getByRole('navigation', { name: 'Filter by tag' })
  const field = page.getByRole('searchbox', { name: 'Search projects' })
  await createVisitor(page).opens('/projects?tag=search')
  await expect(shown(page)).toHaveText(['API catalogue'])
  let release = await holdTasks(page)
  await tags.getByRole('link', { name: 'react' }).click()
  await field.pressSequentially('tried')
  await expect(page).toHaveURL('/projects?tag=react&q=tried')
  await release()
  await expect(tags.locator('[aria-current]')).toContainText('react')
  await expect(shown(page)).toHaveText(['API catalogue'])

  release = await holdTasks(page)
  await field.fill('chat')
  await tags.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL('/projects?q=chat')
  await release()
  await expect(tags.locator('[aria-current]')).toContainText('All')
  await expect(field).toHaveValue('chat')
})

test('a case study has three parts, an image and live figures, and is complete without them', async ({
  openPageAs,
  consoleErrors,
  site,
}) => {
  consoleErrors.expect(/status of 503/)
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)

  await test.step('the figures arrive without a layout shift', async () => {
    const arrived = Promise.withResolvers<void>()
    await page.route('/-/figures.json', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await visitor.opens('/projects')
    await page.getByRole('link', { name: 'Staged rollouts', exact: true }).click()
    await visitor.isAt('/projects/staged-rollouts', 'Staged rollouts')
    const figures = page.getByRole('main').locator('dl')
    const releases = figures.getByRole('definition').first()
    await expect(releases).toHaveText('–')
    await page.evaluate(() => document.fonts.ready)
    const getHeight = async () => Math.round((await figures.boundingBox())?.height ?? 0)
    const before = await getHeight()
    arrived.resolve()
    const count = Object.keys(site.releases.remotes).length + 1
    await expect(releases).toContainText(String(count))
    await expect(figures).toContainText('None yet')
    expect(await getHeight()).toBe(before)
  })

  await test.step('the image has the best format, and the next project and the tags are linked', async () => {
    const parts = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(parts).toHaveText(['Context', 'Choices', 'Result'])
    const drawing = page.getByRole('img', { name: /^Drawing: the share/ })
    await expect
      .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(await drawing.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/)
    await page.getByRole('link', { name: /Next project/ }).click()
    await visitor.isAt('/projects/api-catalogue', 'API catalogue')
    await page.getByRole('link', { name: 'search', exact: true }).click()
    await expect(page).toHaveURL('/projects?tag=search')
  })

  await test.step('a site without figures shows the others', async () => {
    await page.route('/-/figures.json', (route) =>
      route.fulfill({ status: 503, json: { title: 'Not ready' } }),
    )
    const refused = page.waitForResponse('**/-/figures.json')
    await visitor.opens('/projects/portico-shell')
    await refused
    const figure = (label: string) =>
      page.getByRole('main').locator('dl > div').filter({ hasText: label }).getByRole('definition')
    await expect(figure('First paint')).toContainText(/^[\d.]+ s/)
    await expect(figure('Releases')).toHaveText('–')
    await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible()
  })
})
