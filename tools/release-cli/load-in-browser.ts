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

/** The result of opening a release in a browser; a failure has a hint. */
export interface BrowserResult {
  readonly outcome: 'mounted' | 'no-page' | 'no-browser' | 'broken'
  readonly isOk: boolean
  readonly message: string
  readonly hint: string
}

const visitor = { username: 'check', done: true, isVerify: true, github: false, gmail: false }
const timeoutMs = 60_000

/**
 * Opens a page of an unpublished release in the shell of a running site. Requests for the release are answered from its
 * folder, and nothing is reported to the site.
 */
export async function loadInBrowser(built: BuiltRelease, address: string): Promise<BrowserResult> {
  const page = choosePage(built)
  if (page === undefined)
    return {
      ...{ outcome: 'no-page', isOk: true, hint: '' },
      message: 'skipped: every page of the remote has a parameter in its path',
    }
  const executablePath = await findInstalledBrowser()
  if (executablePath === null) return noBrowser
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const tab = await browser.newPage({ baseURL: address })
    const errors: string[] = []
    tab.on('pageerror', (error) => errors.push(error.message))
    await intercept(tab, built, page.path)
    const shown = await waitForPage(tab, page.path)
    if (shown === 'mounted')
      return { outcome: 'mounted', isOk: true, message: `${page.path} loads`, hint: '' }
    const reason = [shown, ...errors].join('; ')
    return createFailure(`${page.path} does not load in the shell of the site: ${reason}.`)
  } finally {
    await browser.close()
  }
}

const noBrowser: BrowserResult = {
  outcome: 'no-browser',
  isOk: false,
  message: 'There is no Chromium to open the release in.',
  hint: 'Install Chromium or Chrome, set CHROMIUM_PATH, or run `npx playwright install chromium`.',
}

function createFailure(message: string): BrowserResult {
  return {
    outcome: 'broken',
    isOk: false,
    message,
    hint: 'Reproduce it with `npm run dev` or `preview <remote> --from`; `check` also lists what the site finds.',
  }
}

/** Waits for the first heading. Returns `mounted`, or what is wrong. */
async function waitForPage(tab: Page, path: string): Promise<string> {
  await tab.goto(path)
  const heading = tab.locator('main h1').first()
  const isThere = await heading.waitFor({ timeout: timeoutMs }).then(
    () => true,
    () => false, // the cause is among the page's errors
  )
  if (!isThere) return `no heading within ${timeoutMs / 1_000} seconds`
  if ((await heading.textContent()) !== 'Chunk load error') return 'mounted'
  return (await tab.locator('main code').textContent()) ?? ''
}

/** Prefers an open page: others request data of a visitor who does not exist. */
function choosePage({ record }: BuiltRelease) {
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
        body: insertRelease(await response.text(), record),
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

/** The page as it would be if everyone had this release. */
function insertRelease(html: string, record: BuiltRelease['record']): string {
  const { remote: name, team, version, hash, contractVersion, global, entry, pages } = record
  const release = {
    ...{ version, hash, contractVersion, global, entry },
    pages: pages.map(({ js: _js, css: _css, route: _route, chunks: _chunks, ...page }) => page),
  }
  const selected: PageData['remotes'][number] = { name, team, release }
  const data = new RegExp(`(<script type="application/json" id="${pageDataId}">)(.*?)(</script>)`, 's')
  return html
    .replace(/<div id="root"[^>]*>/, '<div id="root">') // it holds the prerendered HTML of another release
    .replace(data, (_all, open, json, close) => {
      const before = v.parse(PageDataSchema, JSON.parse(json))
      const remotes = [...before.remotes.filter((remote) => remote.name !== name), selected]
      return open + JSON.stringify({ ...before, remotes }).replaceAll('<', '\\u003c') + close
    })
}
