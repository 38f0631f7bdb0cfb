import { expect } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { test } from '../site/fixtures.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

const contentFile = `**${paths.content}/*.json`

test('a page comes with its content; the others share one file, and Retry loads it after a failure', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/Failed to load resource/)
  const page = await openPageAs('signed in')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`${paths.content}/`) && request.url().endsWith('.json'))
      requests.push(request.url())
  })
  const visitor = createVisitor(page)
  const menu = page.getByRole('navigation', { name: 'Main' })

  await test.step('a page that is opened needs no request for it', async () => {
    for (const address of [
      '/',
      '/about',
      '/projects/portico-shell',
      '/projects?tag=bot',
      '/projects/bot-qr/qr',
    ]) {
      await page.goto(address)
      await waitForHydrationOf(visitor.heading())
    }
    expect(requests).toEqual([])
  })

  await test.step('while it can’t be loaded, the page shows a failure with Retry, and others work', async () => {
    await page.route(contentFile, (route) => route.abort())
    await menu.getByRole('link', { name: 'About' }).click()
    await expect(visitor.heading()).toHaveText('Chunk load error')
    await menu.getByRole('link', { name: 'Contact' }).click()
    await expect(visitor.heading()).toHaveText('Say hello')
    await menu.getByRole('link', { name: 'Projects' }).click()
    await expect(visitor.heading()).toHaveText('Chunk load error')
    await page.unroute(contentFile)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('link', { name: 'Case study of Portico shell' })).toBeVisible()
  })

  await test.step('it is loaded once for all pages, and an unknown project is Page Not Found', async () => {
    const before = requests.length
    await page.getByRole('link', { name: 'Case study of Portico shell' }).click()
    await expect(visitor.heading()).toHaveText('Portico shell')
    await page.getByRole('link', { name: /^Next project/ }).click()
    await expect(visitor.heading()).not.toHaveText('Portico shell')
    await menu.getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('region', { name: 'Featured projects' })).toBeVisible()
    expect(requests).toHaveLength(before)
  })
})

test('a page that was opened before the owner built other content still gets what it asks for', async ({
  request,
}) => {
  const response = await request.get(`${paths.content}/of-an-earlier-build.json`)
  expect([response.status(), response.headers()['cache-control']]).toEqual([200, 'no-store'])
  expect(await response.json()).toHaveProperty('projects')
})
