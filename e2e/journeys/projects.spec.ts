import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { createVisitor } from '../steps/visitor.ts'

const shown = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 })
const all = ['Sample bot', 'Sample site', 'Sample library', 'Sample dashboard']

test('projects are filtered by tag and text, and the filters are part of the URL and the history', async ({
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  await createVisitor(page).opens('/projects')
  await expect(shown(page)).toHaveText(all)
  await page.getByRole('navigation', { name: 'Filter by tag' }).getByRole('link', { name: 'web' }).click()
  await expect(page).toHaveURL('/projects?tag=web')
  await expect(shown(page)).toHaveText(['Sample site', 'Sample dashboard'])
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('MORNING')
  await expect(page).toHaveURL('/projects?tag=web&q=MORNING')
  await expect(shown(page)).toHaveText(['Sample dashboard'])
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    '1 of 4 projects tagged web matching “MORNING”',
  )

  await page.goBack()
  await expect(page).toHaveURL('/projects')
  await expect(shown(page)).toHaveText(all)
  await page.goForward()
  await expect(shown(page)).toHaveText(['Sample dashboard'])
  await page.reload()
  await expect(shown(page)).toHaveText(['Sample dashboard'])
  await expect(page.getByRole('searchbox')).toHaveValue('MORNING')
})

test('an empty result says so, and one press shows all projects', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  await createVisitor(page).opens('/projects?q=nowhere')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('0 of 4 projects matching “nowhere”')
  await page.getByRole('link', { name: 'Show all projects' }).click()
  await expect(shown(page)).toHaveText(all)
  await expect(page.getByRole('searchbox')).toHaveValue('')
})

test('a case study has three parts and an image, and links to the next one', async ({ openPageAs }) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await visitor.opens('/projects')
  await page.getByRole('link', { name: 'Sample bot', exact: true }).click()
  await visitor.isAt('/projects/sample-bot', 'Sample bot')
  const parts = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(parts).toHaveText(['Context', 'Choices', 'Result'])
  const drawing = page.getByRole('img', { name: /^Drawing: a chat/ })
  await expect
    .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await drawing.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/)
  await page.getByRole('link', { name: /Next project/ }).click()
  await visitor.isAt('/projects/sample-site', 'Sample site')
  await page.getByRole('link', { name: 'web', exact: true }).click()
  await expect(page).toHaveURL('/projects?tag=web')
})
