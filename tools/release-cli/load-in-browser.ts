import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { getReleaseFolder, paths } from '@portico/shared/paths.ts'
import { type PageData, PageDataSchema, pageDataId } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { encodeSessionToken, sessionTokenKey } from '@portico/shared/session/session-token.ts'
import * as v from 'valibot'
import { findInstalledBrowser } from '../system/find-browser.ts'
import type { BuiltRelease } from './built-release.ts'

/** What a browser says of a release; what is not ok has a hint. */
export interface LoadFinding {
  readonly outcome: 'mounted' | 'no-page' | 'no-browser' | 'broken'
  readonly isOk: boolean
  readonly message: string
  readonly hint: string
}

const visitor = { username: 'check', done: true, isVerify: true, github: false, gmail: false }
const longestLoadMs = 60_000

/**
 * Opens a page of a release that is not published, in the shell of a running site: the site's own page, with this
 * release chosen, and its files from the folder. The site hears nothing of it.
 */
export async function headlessLoad(built: BuiltRelease, address: string): Promise<LoadFinding> {
  const page = pageToOpen(built)
  if (page === undefined)
    return {
      ...{ outcome: 'no-page', isOk: true, hint: '' },
      message: 'it has no page that opens without a parameter; none was tried',
    }
  const executablePath = await findInstalledBrowser()
  if (executablePath === null) return noBrowser
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const tab = await browser.newPage({ baseURL: address })
    const complaints: string[] = []
    tab.on('pageerror', (error) => complaints.push(error.message))
    await intercept(tab, built, page.path)
    const shown = await shownAt(tab, page.path)
    if (shown === 'mounted')
      return { outcome: 'mounted', isOk: true, message: `${page.path} mounts`, hint: '' }
    const why = [shown, ...complaints].join('; ')
    return broken(`${page.path} does not mount in the shell of the site: ${why}.`)
  } finally {
    await browser.close()
  }
}

const noBrowser: LoadFinding = {
  outcome: 'no-browser',
  isOk: false,
  message: 'Expected a Chromium to open a page of the release in the shell of the site, found none.',
  hint: 'Install Chromium or Chrome, set CHROMIUM_PATH to one, or run `npx playwright install chromium`.',
}

function broken(message: string): LoadFinding {
  return {
    outcome: 'broken',
    isOk: false,
    message,
    hint: 'Open it with `npm run dev`, or what is built with `preview <remote> --from`.',
  }
}

/** What is on the screen once something is. */
async function shownAt(tab: Page, path: string): Promise<string> {
  await tab.goto(path)
  const heading = tab.locator('main h1').first()
  const isThere = await heading.waitFor({ timeout: longestLoadMs }).then(
    () => true,
    () => false, // what went wrong stands in the complaints
  )
  if (!isThere) return `no heading in ${longestLoadMs / 1_000} seconds`
  if ((await heading.textContent()) !== 'Chunk load error') return 'mounted'
  return (await tab.locator('main code').textContent()) ?? ''
}

/** An open page where there is one: others ask for data of a visitor that there is not. */
function pageToOpen({ record }: BuiltRelease) {
  const plain = record.pages.filter(({ path }) => !/[:*]/.test(path))
  return (
    plain.find(({ access }) => access === 'open') ??
    plain.find(({ access }) => access === 'private') ??
    plain[0]
  )
}

async function intercept(tab: Page, { folder, record }: BuiltRelease, path: string): Promise<void> {
  const { access } = record.pages.find((page) => page.path === path) ?? { access: 'open' }
  if (access === 'private') {
    const token = encodeSessionToken(visitor)
    await tab.addInitScript(
      ([key, value]) => localStorage.setItem(`${key}`, `${value}`),
      [sessionTokenKey, token],
    )
    await tab.route(`**${accountPaths.session}`, (route) =>
      route.fulfill({ json: { visitor: { ...visitor, email: '' } } }),
    )
  }
  await tab.route(`**${paths.beacon}`, (route) => route.fulfill({ status: 204 }))
  await tab.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        status: 200,
        headers: response.headers(),
        body: withRelease(await response.text(), record),
      })
    },
  )
  const ownFolder = getReleaseFolder(record.remote, getReleaseId(record))
  await tab.route(`**${ownFolder}**`, (route) => {
    const file = join(
      folder,
      new URL(route.request().url()).pathname.slice(ownFolder.length).replace(/^~\d+\//, ''),
    )
    return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 })
  })
}

/** The page as it would be had everyone this release. */
function withRelease(html: string, record: BuiltRelease['record']): string {
  const { remote: name, team, version, hash, contractVersion, global, entry, pages } = record
  const release = {
    ...{ version, hash, contractVersion, global, entry },
    pages: pages.map(({ js: _js, css: _css, route: _route, chunks: _chunks, ...page }) => page),
  }
  const chosen: PageData['remotes'][number] = { name, team, release }
  const data = new RegExp(`(<script type="application/json" id="${pageDataId}">)(.*?)(</script>)`, 's')
  return html
    .replace(/<div id="root"[^>]*>/, '<div id="root">') // what was prerendered is of another release
    .replace(data, (_all, open, json, close) => {
      const before = v.parse(PageDataSchema, JSON.parse(json))
      const remotes = [...before.remotes.filter((remote) => remote.name !== name), chosen]
      return open + JSON.stringify({ ...before, remotes }).replaceAll('<', '\\u003c') + close
    })
}
