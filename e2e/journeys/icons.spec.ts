import { expect, type Page } from '@playwright/test'
import { test } from '../site/fixtures.ts'
import { getFolder, getRelease } from '../site/released-pages.ts'
import type { Site } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

/** What a page draws. */
async function drawnOn(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  await createVisitor(page).heading().waitFor()
  return page
    .locator('main svg[viewBox="0 0 24 24"] path')
    .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''))
}

/** The scripts that the page at `/` needs, the shell's among them. */
async function scriptsOfHome(page: Page, { releases }: Site): Promise<string> {
  const files = Object.keys(releases.remotes).flatMap((remote) => {
    const { entry, pages } = getRelease(releases, remote)
    const home = pages.find(({ path }) => path === '/')
    return home ? [entry, ...home.js].map(({ file }) => getFolder(releases, remote) + file) : []
  })
  const texts = files.map(async (file) => {
    const answer = await page.request.get(file)
    expect(answer.ok(), file).toBe(true)
    return answer.text()
  })
  return (await Promise.all(texts)).join('\n')
}

test('each category shows the icon of its icon class', async ({ site, openPageAs }) => {
  const page = await openPageAs('signed in')
  const pages = Object.values(site.releases.remotes).flatMap(({ stable }) => stable.pages)
  const classes = pages.flatMap(({ path, icon }) => (path.startsWith('/api/') && icon ? [icon] : []))
  await page.goto('/api')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(classes.length)
  const drawings = await cards.evaluateAll((all) =>
    all.map((card) => card.querySelector('svg path')?.getAttribute('d') ?? ''),
  )
  const drawingOf = new Map(classes.map((name, at) => [name, drawings[at]]))
  expect(drawings, 'one class, one drawing').toEqual(classes.map((name) => drawingOf.get(name)))
  expect(new Set(drawings).size, 'another class, another drawing').toBe(drawingOf.size)
})

test('a page loads the icons it shows and none of other pages', async ({ site, openPageAs }) => {
  const page = await openPageAs('signed in')
  const shown = await drawnOn(page, '/')
  const scripts = await scriptsOfHome(page, site)
  expect(shown.filter((drawing) => !scripts.includes(drawing))).toEqual([])
  for (const address of ['/contact', '/api', '/cv']) {
    const foreign = (await drawnOn(page, address)).filter((drawing) => !shown.includes(drawing))
    expect(foreign, address).not.toEqual([])
    expect(
      foreign.filter((drawing) => scripts.includes(drawing)),
      address,
    ).toEqual([])
  }
})
