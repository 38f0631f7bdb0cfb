import { expect, type Frame, type Page } from '@playwright/test'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { toCookieHeader, type VisitorState, visitorStates } from '../site/accounts.ts'
import { test } from '../site/fixtures.ts'
import {
  getFolder,
  getRelease,
  getTitle,
  listRemotes,
  toAddress,
  visibleAccess,
} from '../site/released-pages.ts'
import { getShownHeadings, recordHeadings } from '../steps/content-flashes.ts'
import { waitForHydrationOf } from '../steps/hydrated.ts'
import { createVisitor } from '../steps/visitor.ts'

type Destination = readonly [address: string, title: string]
type Landing = (wanted: string, title: string) => Destination

// The table of the specification, sections 2 and 4.
const stays: Landing = (wanted, title) => [wanted, title]
const toHome: Landing = () => ['/', 'HomePage']
const toLogin: Landing = () => ['/auth/login', 'Login']
const toVerify: Landing = () => ['/profile/verify', 'Email Verification']
const toLoginFirst: Landing = (wanted) => [`/auth/login?next=${encodeURIComponent(wanted)}`, 'Login']
const toVerifyFirst: Landing = (wanted) => [
  `/profile/verify?next=${encodeURIComponent(wanted)}`,
  'Email Verification',
]

const landings: Readonly<Record<VisitorState, Readonly<Record<RemotePage['access'], Landing>>>> = {
  'signed out': { auth: stays, verify: toLogin, logout: toLogin, open: stays, private: toLoginFirst },
  unverified: { auth: toVerify, verify: stays, logout: stays, open: toVerify, private: toVerifyFirst },
  'signed in': { auth: toHome, verify: toHome, logout: stays, open: stays, private: stays },
}

for (const state of visitorStates) {
  test(`a visitor who is ${state} is redirected to pages they may see, without a content flash`, async ({
    site,
    openPageAs,
    consoleErrors,
  }) => {
    const page = await openPageAs(state)
    await recordHeadings(page.context())
    const requested = recordRequests(page)
    const opened = new Set<string>()
    const pages = listRemotes().flatMap((remote) =>
      getRelease(site.releases, remote).pages.map((page) => ({ ...page, remote })),
    )
    for (const { remote, path, access, title } of pages) {
      const address = toAddress(path)
      const landing = landings[state][access](address, getTitle({ path, title }))
      const isRedirected = landing[0] !== address
      // The browser has been redirected there before, or has opened a page of this access group and remote.
      const same = isRedirected ? landing[0].replace(/=.*/, '') : `${remote} ${access}`
      await test.step(address, async () => {
        if (isRedirected) await redirects(page, address, landing)
        if (!opened.has(same) && !opened.has(address)) await landsOn(page, address, landing)
        else if (!isRedirected) await isSent(page, landing)
      })
      opened.add(same)
      if (!isRedirected) opened.add(address)
    }

    await test.step('an unknown URL', async () => {
      consoleErrors.expect(/status of 404 .*\/no\/such-page\?a=b/)
      const address = '/no/such-page?a=b'
      const landing = landings[state].private(address, 'Page Not Found')
      await landsOn(page, address, landing, { isUnknown: true })
    })
    if (state === 'signed out') {
      expect(
        findOthers(listFilesFor(site.releases, state), requested),
        'code of pages the visitor may not see',
      ).toEqual([])
    }
  })
}

test('Page Not Found offers close matches and a search for the words of the address', async ({
  openPageAs,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 404/)
  const page = await openPageAs('signed in')
  const visitor = createVisitor(page)
  await visitor.opens('/projects/portico-shel')
  await visitor.isAt('/projects/portico-shel', 'Page Not Found')
  const matches = page.getByRole('navigation', { name: 'Did you mean' }).getByRole('link')
  await expect(matches).toHaveText(['Portico shell/projects/portico-shell', 'Projects/projects'])
  const search = page.getByRole('main').getByRole('search')
  await expect(search.getByRole('searchbox', { name: 'Search the site' })).toHaveValue('portico shel')
  await search.getByRole('searchbox').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Search the site' })
  await expect(dialog.locator('input')).toHaveValue('portico shel')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await matches.first().click()
  await visitor.isAt('/projects/portico-shell', 'Portico shell')
})

test('close matches name only pages that the visitor may open', async ({ request, getStorageState }) => {
  const listMatches = async (headers: Record<string, string>) =>
    (await request.get('/-/close-matches?path=/downlod', { headers })).json()
  expect(await listMatches({})).toEqual({ matches: [] })
  expect(await listMatches({ cookie: toCookieHeader(await getStorageState('signed in')) })).toEqual({
    matches: [{ address: '/api/download', title: 'Download' }],
  })
})

test('no spelling of a private URL bypasses the guard', async ({ site, openPageAs, consoleErrors }) => {
  const page = await openPageAs('signed out')
  for (const address of ['/About', '/about/', '/%61bout', '/api/DOWNLOAD', '/about?next=/'])
    await redirects(page, address, toLoginFirst(address, 'Login'))
  // The server knows no such page, so the browser redirects.
  consoleErrors.expect(/status of 404/)
  await recordHeadings(page.context())
  await page.goto(`${site.origin}//about`)
  await expect(page).toHaveTitle('Login | Ada Example')
  const heading = await createVisitor(page).heading().textContent()
  expect(await getShownHeadings(page)).toEqual([heading])
})

/** Expects the server to redirect a URL, without any content. */
async function redirects(page: Page, address: string, [expected]: Destination): Promise<void> {
  const response = await page.request.get(address, { maxRedirects: 0 })
  expect([response.status(), response.headers().location, await response.text()], address).toEqual([
    303,
    expected,
    '',
  ])
}

/** Expects the server to send a page with its title and one heading. */
async function isSent(page: Page, [address, title]: Destination): Promise<void> {
  const response = await page.request.get(address, { maxRedirects: 0 })
  expect(response.status(), address).toBe(200)
  const html = await response.text()
  expect(html).toContain(`<title>${title} | Ada Example</title>`)
  expect(html.match(/<h1[\s>]/g), address).toHaveLength(1)
}

/**
 * Opens a URL and expects to land on `expected` after at most one redirect by the server, without seeing another page, also once
 * the script of the page has started.
 */
async function landsOn(
  page: Page,
  address: string,
  [expected, title]: Destination,
  { isUnknown = false } = {},
): Promise<void> {
  const last = getPath(page.url())
  const visited: string[] = []
  const note = (frame: Frame) => {
    const path = getPath(frame.url())
    // The router also writes its state to the current URL.
    if (frame === page.mainFrame() && visited.at(-1) !== path) visited.push(path)
  }
  page.on('framenavigated', note)
  const visitor = createVisitor(page)
  await visitor.opens(address)
  await visitor.isAt(expected, title)
  await waitForHydrationOf(visitor.heading())
  page.off('framenavigated', note)
  // It may do so on the last page until the browser has left it.
  if (visited[0] === last && last !== address && last !== expected) visited.shift()
  // The server answers 404 to an unknown URL, so the browser redirects.
  const seen = isUnknown ? [...new Set([address, expected])] : [expected]
  expect(visited, 'no redirect but the server’s').toEqual(seen)
  expect(await getShownHeadings(page), 'no other heading was shown').toEqual([
    await visitor.heading().textContent(),
  ])
}

function getPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function recordRequests(page: Page): Set<string> {
  const requested = new Set<string>()
  page.on('request', (request) => requested.add(new URL(request.url()).pathname))
  return requested
}

/** Lists the files of all pages the visitor may see. */
function listFilesFor(releases: DiscoveryDocument, state: VisitorState): Set<string> {
  const files = Object.entries(releases.remotes).flatMap(([remote, { stable }]) => {
    const open = stable.pages.filter((page) => visibleAccess[state].includes(page.access))
    const names = open.flatMap((page) => [stable.entry, ...page.js, ...page.css]).map(({ file }) => file)
    return names.map((name) => getFolder(releases, remote) + name)
  })
  return new Set(files)
}

// Scripts and styles only: images are release files, too.
function findOthers(allowed: ReadonlySet<string>, requested: ReadonlySet<string>): string[] {
  return [...requested].filter((path) => /^\/r\/(?!shell\/).*\.(?:js|css)$/.test(path) && !allowed.has(path))
}
