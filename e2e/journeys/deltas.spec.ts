import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { paths } from '@portico/shared/paths.ts'
import { deriveRelease, deriveShell } from '../releases/derive-release.ts'
import { test } from '../site/fixtures.ts'
import { listRemotes } from '../site/released-pages.ts'
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

test('a returning visitor loads at most 2 % of a remote and of the shell after a change of one line', async ({
  newSite,
}) => {
  test.setTimeout(180_000)
  const dataDir = join(folder, 'data')
  const { site, openPageAs } = await newSite({ dataDir })
  const first = await openPageAs('signed in')
  const before = await visitPages(first)
  await first.close()
  await site.stop()

  const update = join(folder, 'dist')
  for (const remote of listRemotes())
    deriveRelease(join(dist, remote), join(update, remote), { version: '1.0.1', script })
  deriveShell(join(dist, 'shell'), join(update, 'shell'), script)
  const port = Number(new URL(site.origin).port)
  await newSite({ dataDir, publishFrom: update, port })

  const second = await first.context().newPage()
  const after = await visitPages(second)
  expect(await second.evaluate(() => 'isUpdated' in globalThis)).toBe(true)
  for (const app of Object.keys(before)) {
    const { sent = 0, size = 0, files = [] } = after[app] ?? {}
    expect(files, `${app}: the visitor has the new files`).toEqual(before[app]?.files)
    expect(before[app]?.sent, `${app}: the first visit`).toBeGreaterThan(size * 0.2)
    expect(sent, `${app}: bytes of ${size}`).toBeLessThanOrEqual(size * 0.02)
  }
})

interface Loaded {
  readonly files: readonly string[]
  /** Bytes of their bodies, as sent. */
  readonly sent: number
  /** Bytes of their bodies, decoded. */
  readonly size: number
}

/** Opens a page of each remote; returns what was loaded of each app for it. */
async function visitPages(page: Page): Promise<Record<string, Loaded>> {
  const loaded: Record<string, Loaded> = {}
  for (const { remote, path, title } of pages) {
    await page.goto(path, { waitUntil: 'load' })
    await createVisitor(page).isAt(path, title)
    const apps = path === pages[0]?.path ? [remote, 'shell'] : [remote]
    for (const app of apps) loaded[app] = await measure(page, `${paths.releases}/${app}/`)
  }
  return loaded
}

/** Scripts, styles and fonts below `folder` that the open page has loaded. */
function measure(page: Page, folder: string): Promise<Loaded> {
  return page.evaluate((prefix) => {
    const entries = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => new URL(name).pathname.startsWith(prefix) && /\.(?:js|css|woff2)$/.test(name))
    return {
      files: entries
        .map(({ name }) => new URL(name).pathname.slice(prefix.length).replace(/^[^/]+/, ''))
        .toSorted(),
      sent: entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      size: entries.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0),
    }
  }, folder)
}
