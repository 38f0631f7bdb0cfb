import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { paths } from '@portico/kit/paths.ts'
import { fontCookie } from '@portico/protocol/release/prerender.ts'
import { deriveRelease, deriveShell } from '@portico/tools/testing/derive-release.ts'
import { test } from '../site/fixtures.ts'
import { listRemotes } from '../site/released-pages.ts'
import { saveData } from '../site/save-data.ts'
import { root } from '../site/start-site.ts'
import { createVisitor } from '../steps/visitor.ts'

const script = ';globalThis.isUpdated=true;'
const dist = join(root, 'dist')
/** A page of each remote. */
const pages = [
  { remote: 'catalogue', path: '/api/download', title: 'Download' },
  { remote: 'portfolio', path: '/about', title: 'About Us' },
  { remote: 'account', path: '/profile/update', title: 'Update Profile' },
]
let folder = ''
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-deltas-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

test('a returning visitor loads at most 2 % of a remote and of the shell after a change of one line', {
  tag: '@soak',
}, async ({ newSite }) => {
  const dataDir = join(folder, 'data')
  const { site, openPageAs } = await newSite({ dataDir })
  const first = await openPageAs('signed in')
  // Pages would find in the cache what an earlier one has prefetched.
  await saveData(first.context())
  // A page that has been idle has put the font into the cache.
  await first.context().addCookies([{ ...fontCookie, url: site.origin }])
  const before = await visitPages(first)
  await first.close()
  await site.stop()

  const update = join(folder, 'dist')
  for (const remote of listRemotes())
    deriveRelease(join(dist, remote), join(update, remote), { version: '1.0.1', script })
  deriveShell(join(dist, 'shell'), join(update, 'shell'), { change: (text) => `${text}\n${script}\n` })
  const port = Number(new URL(site.origin).port)
  const updated = await newSite({ dataDir, publishFrom: update, port })

  const second = await first.context().newPage()
  const after = await visitPages(second)
  expect(await second.evaluate(() => 'isUpdated' in globalThis)).toBe(true)
  for (const [app, first] of Object.entries(before)) {
    // What a page loads when it is idle depends on the time.
    const known = new Set(first.map(({ name }) => name))
    const updated = (after[app] ?? []).filter(({ name }) => known.has(name))
    expect(updated.length, `${app}: files of both visits`).toBeGreaterThanOrEqual(2)
    const sum = (key: 'sent' | 'size') => updated.reduce((total, file) => total + file[key], 0)
    expect(sum('sent'), `${app}: bytes of ${sum('size')}`).toBeLessThanOrEqual(sum('size') * 0.02)
  }
  await updated.site.stop() // before its data is removed
})

interface Loaded {
  /** Within its release. */
  readonly name: string
  /** Bytes of the body, as sent. */
  readonly sent: number
  /** Bytes of the body, decoded. */
  readonly size: number
}

/** Opens a page of each remote; returns what was loaded of each app for it. */
async function visitPages(page: Page): Promise<Record<string, Loaded[]>> {
  const loaded: Record<string, Loaded[]> = {}
  for (const { remote, path, title } of pages) {
    await page.goto(path, { waitUntil: 'networkidle' }) // a prerendered page is visible before its scripts have loaded
    await createVisitor(page).isAt(path, title)
    const apps = path === pages[0]?.path ? [remote, 'shell'] : [remote]
    for (const app of apps) loaded[app] = await measure(page, `${paths.releases}/${app}/`)
  }
  return loaded
}

/** Scripts, styles and fonts below `folder` that the open page has loaded. */
function measure(page: Page, folder: string): Promise<Loaded[]> {
  return page.evaluate((prefix) => {
    const entries = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.startsWith(prefix) && /\.(?:js|css|woff2)$/.test(name))
    return entries.map(({ name, encodedBodySize, decodedBodySize }) => ({
      name: new URL(name).pathname.slice(prefix.length).replace(/^[^/]+/, ''),
      sent: encodedBodySize,
      size: decodedBodySize,
    }))
  }, folder)
}
