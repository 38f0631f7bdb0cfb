import { expect, type Page } from '@playwright/test'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import { fontCookie, inlineFileAttribute } from '@portico/protocol/release/prerender.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { test } from '../site/fixtures.ts'
import { getRelease, listRemotes, visibleAccess } from '../site/released-pages.ts'
import type { Site } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

test.use({ dataSaver: false })

test('a click on a page of any remote needs no request for code', async ({ site, openPageAs }) => {
  const page = await openPageAs('signed in', { reducedMotion: 'reduce' })
  const visitor = createVisitor(page)
  await page.goto('/about')
  await expect.poll(() => listMissing(page, site)).toEqual([])
  await page.evaluate(() => performance.clearResourceTimings())
  await visitor.page.locator('a[href="/api"]:visible').first().click()
  await visitor.isAt('/api', 'Api')
  await page.getByRole('main').locator('a[href="/api/download"]').first().click()
  await visitor.isAt('/api/download', 'Download')
  await page.goBack()
  await page.goBack()
  await visitor.isAt('/about', 'About Us')
  const files = await listCode(page)
  expect(await listNames(page)).toContainEqual(expect.stringContaining('overview-route-tsx.js'))
  // In idle time, a category fetches more for rows that are opened later.
  const needed = listFiles(site, visibleAccess['signed in'])
  const isNeeded = (path: string) => needed.includes(path) || path.endsWith('/remote.js')
  const requested = files.filter(({ name, bytes }) => bytes > 0 && isNeeded(new URL(name).pathname))
  expect(requested).toEqual([])
})

test('the code of a page runs when the pointer is on a link to it', async ({ site, openPageAs }) => {
  const page = await openPageAs('signed in')
  const { global } = getRelease(site.releases, 'catalogue')
  const isEntryRun = () => page.evaluate((name) => name in window, global)
  await page.goto('/about')
  await expect.poll(() => listMissing(page, site)).toEqual([])
  expect(await isEntryRun(), 'before').toBe(false)
  await page.evaluate(() => performance.clearResourceTimings())
  await page.locator('a[href="/api"]:visible').first().hover()
  await expect.poll(isEntryRun).toBe(true)
  await expect.poll(() => listNames(page)).toContainEqual(expect.stringContaining('overview-route-tsx.js'))
  await page.mouse.down()
  await page.mouse.up()
  await createVisitor(page).isAt('/api', 'Api')
})

test('a page whose code has run replaces the open one without Loading... in between', async ({
  site,
  openPageAs,
}) => {
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await page.goto('/api/download')
  await expect.poll(() => listMissing(page, site)).toEqual([])
  await page.evaluate(() => performance.clearResourceTimings())
  const link = page.locator('a[href="/api/search"]:visible').first()
  await link.hover()
  const script = page.locator('script[src$="search-json.js"]') // gone once it has run
  await expect
    .poll(async () => [
      (await listNames(page)).some((name) => name.endsWith('search-json.js')),
      await script.count(),
    ])
    .toEqual([true, 0])
  const headings = await page.evaluateHandle(() => {
    const seen: (string | null)[] = []
    const record = () => seen.push(document.querySelector('main h1')?.textContent ?? null)
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  await link.click()
  await visitor.isAt('/api/search', 'Search')
  expect(await headings.jsonValue()).not.toContain(null)
})

test('nothing is fetched of pages that the visitor may not open', async ({ site, page }) => {
  await page.goto('/about')
  await expect.poll(() => listMissing(page, site, 'signed out')).toEqual([])
  const profile = listFiles(site, ['private']).filter(
    (file) => !listFiles(site, visibleAccess['signed out']).includes(file),
  )
  expect(profile.length).toBeGreaterThan(0)
  expect((await listLoaded(page)).filter((file) => profile.includes(file))).toEqual([])
})

/** Files of pages that a visitor in this state may open, and that the open page has not loaded. */
async function listMissing(page: Page, site: Site, state: 'signed in' | 'signed out' = 'signed in') {
  const loaded = await listLoaded(page)
  return listFiles(site, visibleAccess[state]).filter((file) => !loaded.includes(file))
}

/** Scripts and style sheets that the page has used since its list was cleared; those from the browser's cache have no bytes. */
function listCode(page: Page): Promise<{ name: string; bytes: number }[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, transferSize: bytes }) => ({ name, bytes }))
      .filter(({ name }) => /\.(?:js|css)$/.test(name)),
  )
}

/** The addresses of what `listCode` lists. */
async function listNames(page: Page): Promise<string[]> {
  return (await listCode(page)).map(({ name }) => name)
}

/** Files that the page has requested, or that the server has sent inside it. */
function listLoaded(page: Page): Promise<string[]> {
  return page.evaluate(
    ([prefix, attribute]) => {
      const requested = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      const inline = [...document.querySelectorAll(`style[${attribute}]`)].map(
        (style) => style.getAttribute(attribute) ?? '',
      )
      return [...requested, ...inline].filter((path) => path.startsWith(prefix))
    },
    [paths.releases, inlineFileAttribute] as const,
  )
}

/** Scripts and styles of the pages with these access groups. */
function listFiles({ releases }: Site, groups: readonly string[]): string[] {
  const files = listRemotes().flatMap((remote) => {
    const release = getRelease(releases, remote)
    const folder = getReleaseFolder(remote, getReleaseId(release))
    const pages = release.pages.filter(({ access }) => groups.includes(access))
    return pages.flatMap(({ js, css }) => [...js, ...css].map(({ file }) => folder + file))
  })
  return [...new Set(files)]
}

test('the first page contains its font, and later ones have it from the cache', async ({ openPageAs }) => {
  const page = await openPageAs('signed out')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') requested.push(new URL(request.url()).pathname)
  })
  const readCookies = async () => (await page.context().cookies()).map(({ name }) => name)
  const isShown = () =>
    page.evaluate(() =>
      [...document.fonts].some(({ family, status }) => family === 'Figtree' && status === 'loaded'),
    )

  const first = await page.goto('/')
  await expect.poll(isShown).toBe(true)
  expect(first?.headers().link).toBe(undefined)
  await expect.poll(readCookies).toContain(fontCookie.name) // once the file is in the cache
  expect(requested).toEqual([])

  const later = await page.goto('/projects')
  const [font = ''] =
    /(?<=^<)[^>]+\.woff2(?=>; rel=preload; as=font;)/.exec(later?.headers().link ?? '') ?? []
  expect(await later?.text()).not.toContain('data:font')
  await expect.poll(isShown).toBe(true)
  expect(requested).toEqual([font])
  const fromNetwork = await page.evaluate(
    (path) =>
      performance
        .getEntriesByType('resource')
        .filter(
          (entry) =>
            entry instanceof PerformanceResourceTiming && entry.name.endsWith(path) && entry.transferSize > 0,
        ).length,
    font,
  )
  expect(fromNetwork).toBe(0)
})
