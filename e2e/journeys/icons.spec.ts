import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import * as v from 'valibot'
import { test } from '../site/fixtures.ts'
import { readOwner } from '../site/owner.ts'
import { getFolder, getRelease } from '../site/released-pages.ts'
import type { Site } from '../site/start-site.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

const ManifestSchema = v.object({
  name: v.string(),
  icons: v.array(v.object({ src: v.string(), sizes: v.string() })),
})

/** Returns the icon paths a page shows, once its script has added what only works with it. */
async function getIcons(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  await waitForHydrationOf(createVisitor(page).heading())
  return page
    .locator('main svg[viewBox="0 0 24 24"] path')
    .evaluateAll((all) => all.map((path) => path.getAttribute('d') ?? ''))
}

/** Returns the source of the scripts the home page loads from remotes. */
async function fetchHomeScripts(page: Page, { releases }: Site): Promise<string> {
  const files = Object.keys(releases.remotes).flatMap((remote) => {
    const { entry, pages } = getRelease(releases, remote)
    const home = pages.find(({ path }) => path === '/')
    return home ? [entry, ...home.js].map(({ file }) => getFolder(releases, remote) + file) : []
  })
  const texts = files.map(async (file) => {
    const response = await page.request.get(file)
    expect(response.ok(), file).toBe(true)
    return response.text()
  })
  return (await Promise.all(texts)).join('\n')
}

test('a page loads the icons it shows and none of other pages; each category has the one of its icon class', {
  tag: '@soak',
}, async ({ site, openPageAs }) => {
  const page = await openPageAs('signed in')
  const shown = await getIcons(page, '/')
  await expectLinkedIcons(page)
  const scripts = await fetchHomeScripts(page, site)
  expect(shown.filter((icon) => !scripts.includes(icon))).toEqual([])
  for (const address of ['/contact', '/cv', '/api']) {
    const foreign = (await getIcons(page, address)).filter((icon) => !shown.includes(icon))
    expect(foreign, address).not.toEqual([])
    expect(
      foreign.filter((icon) => scripts.includes(icon)),
      address,
    ).toEqual([])
  }

  const pages = Object.values(site.releases.remotes).flatMap(({ stable }) => stable.pages)
  const classes = pages.flatMap(({ path, icon }) => (path.startsWith('/api/') && icon ? [icon] : []))
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(classes.length)
  const icons = await cards.evaluateAll((all) =>
    all.map((card) => card.querySelector('svg path')?.getAttribute('d') ?? ''),
  )
  const iconByClass = new Map(classes.map((name, at) => [name, icons[at]]))
  expect(icons, 'one icon for each class').toEqual(classes.map((name) => iconByClass.get(name)))
  expect(new Set(icons).size, 'different classes have different icons').toBe(iconByClass.size)
})

/** Expects every icon that a page or the web manifest links to have its type and its size. */
async function expectLinkedIcons(page: Page): Promise<void> {
  const links = page.locator('link[rel="icon"]:not([href^="data:"]), link[rel="apple-touch-icon"]')
  const linked = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(linked).toEqual(['/favicon.ico', '/apple-touch-icon.png'])
  const manifestAddress = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = v.parse(ManifestSchema, await (await page.request.get(manifestAddress ?? '')).json())
  expect(manifest.name).toBe(readOwner().name)
  const favicon = await page.request.get('/favicon.ico')
  expect([favicon.status(), favicon.headers()['content-type']]).toEqual([200, 'image/x-icon'])
  for (const { src, sizes } of [{ src: '/apple-touch-icon.png', sizes: '180x180' }, ...manifest.icons]) {
    const response = await page.request.get(src)
    expect([src, response.headers()['content-type']]).toEqual([src, 'image/png'])
    const { width, height } = await sharp(await response.body()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
}
