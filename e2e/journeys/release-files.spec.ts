import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { test } from '../site/fixtures.ts'
import { listRemotes } from '../site/released-pages.ts'
import { root, type Site } from '../site/start-site.ts'
import { createReleaseTeam } from '../steps/release-team.ts'

const attack = `fetch('${accountPaths.session}', { headers: { 'x-attack': '1' } })`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${attack}"><script>${attack}</script></svg>`
const html = `<!doctype html><script>${attack}</script>`

test('a published file that is opened runs nothing and reads nothing', async ({
  site,
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/Blocked script execution.+sandboxed/)
  const { exitCode } = await publish(site, '1.0.0', { 'picture.svg': svg })
  expect(exitCode).toBe(0)
  const page = await openPageAs('signed in')
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const address = `${getReleaseFolder('intruder', '1.0.0-11111111')}picture.svg`
  const response = await page.goto(address)
  expect(response?.headers()['content-type']).toBe('image/svg+xml')
  expect(requested).toEqual([address])
})

test('a release with a document is rejected', async ({ site, request }) => {
  expect(await publish(site, '2.0.0', { 'page.html': html })).toMatchObject({
    exitCode: 3,
    output: {
      findings: expect.arrayContaining([expect.objectContaining({ check: 'file-types', isOk: false })]),
    },
  })
  const response = await request.get(`${getReleaseFolder('intruder', '2.0.0-11111111')}page.html`)
  expect([response.status(), response.headers()['content-type']]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
})

test('pages load the scripts, styles and fonts of releases, and the owner’s images', async ({
  openPageAs,
  request,
}) => {
  // Who saves data gets the font as a file, not inside the page.
  const saving = { extraHTTPHeaders: { 'save-data': 'on' } }
  const page = await openPageAs('signed in', { reducedMotion: 'reduce', ...saving })
  const loaded = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (![paths.releases, paths.content].some((folder) => pathname.startsWith(`${folder}/`))) return
    expect.soft(response.status(), pathname).toBe(200)
    expect
      .soft(response.headers()['content-security-policy'], pathname)
      .toContain("default-src 'none'; sandbox")
    loaded.add(response.request().resourceType())
  })
  await page.goto('/projects')
  const images = page.locator('img')
  await expect(images.first()).toBeVisible()
  const broken = await images.evaluateAll((all) =>
    all.flatMap((image) =>
      image instanceof HTMLImageElement && image.complete && image.naturalWidth === 0 ? image.src : [],
    ),
  )
  expect(broken).toEqual([])
  const openGraph = await page.locator('meta[property="og:image"]').getAttribute('content')
  const image = await request.get(new URL(openGraph ?? '').pathname)
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
  await page.goto('/projects?q=portico') // not prerendered: its styles are not in the HTML
  await expect
    .poll(() => [...loaded])
    .toEqual(expect.arrayContaining(['script', 'stylesheet', 'font', 'image']))
})

/** Publishes a remote that no visitor gets, without loading it in a browser, as an attacker would. */
async function publish(site: Site, version: string, files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-intruder-'))
  const built = JSON.parse(readFileSync(join(root, 'dist', listRemotes()[0] ?? '', 'release.json'), 'utf8'))
  const all: Readonly<Record<string, string>> = { 'remote.js': 'entry()', ...files }
  const toListed = (text: string) => ({ integrity: computeIntegrity(text), bytes: text.length })
  const { prerendered: _, apiDescription: __, ...record } = built
  const intruder = {
    ...record,
    remote: 'intruder',
    version,
    hash: '11111111',
    global: 'portico_intruder_11111111',
    entry: { file: 'remote.js', integrity: computeIntegrity('entry()') },
    pages: [],
    files: Object.fromEntries(Object.entries(all).map(([name, text]) => [name, toListed(text)])),
  }
  for (const [name, text] of Object.entries({ ...all, 'release.json': JSON.stringify(intruder) }))
    await writeFile(join(folder, name), text)
  const unopened = ['--no-browser', '--reason', 'a test']
  const result = await createReleaseTeam(site).release('publish', 'intruder', '--folder', folder, ...unopened)
  await rm(folder, { recursive: true })
  return result
}
