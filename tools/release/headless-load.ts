import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { paths, releaseFolder } from '@portico/shared/paths.ts'
import { type PageData, PageDataSchema, pageDataId } from '@portico/shared/release/document.ts'
import { releaseId } from '@portico/shared/release/release-record.ts'
import { encodeSessionToken, sessionTokenKey } from '@portico/shared/session/session-token.ts'
import * as v from 'valibot'
import { findBrowser } from '../browser/find-browser.ts'
import type { BuiltRelease } from './built-release.ts'

/** What a browser says of a release. */
export interface LoadFinding {
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
  if (page === undefined) return finding('it has no page that opens without a parameter; none was tried', '')
  const executablePath = await findBrowser().catch(() => null)
  if (executablePath === null) return finding('no Chromium was found; none was tried', '')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const tab = await browser.newPage({ baseURL: address })
    const complaints: string[] = []
    tab.on('pageerror', (error) => complaints.push(error.message))
    await intercept(tab, built, page.path)
    await tab.goto(page.path)
    const heading = tab.locator('main h1').first()
    await heading.waitFor({ timeout: longestLoadMs })
    const shown = await heading.textContent()
    if (shown !== 'Chunk load error') return { isOk: true, message: `${page.path} mounts`, hint: '' }
    const why = [await tab.locator('main code').textContent(), ...complaints].join('; ')
    return finding(
      `${page.path} does not mount in the shell of the site: ${why}.`,
      'Open it with npm run dev.',
    )
  } finally {
    await browser.close()
  }
}

function finding(message: string, hint: string): LoadFinding {
  return { isOk: hint === '', message, hint }
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
    await tab.route(`**${paths.visitor}`, (route) =>
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
  const ownFolder = releaseFolder(record.remote, releaseId(record))
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
    pages: pages.map(({ js: _js, css: _css, chunks: _chunks, ...page }) => page),
  }
  const chosen: PageData['remotes'][number] = { name, team, release }
  const data = new RegExp(`(<script type="application/json" id="${pageDataId}">)(.*?)(</script>)`, 's')
  return html
    .replace(/<div id="root"[^>]*>/, '<div id="root">') // what was rendered ahead is of another release
    .replace(data, (_all, open, json, close) => {
      const before = v.parse(PageDataSchema, JSON.parse(json))
      const remotes = [...before.remotes.filter((remote) => remote.name !== name), chosen]
      return open + JSON.stringify({ ...before, remotes }).replaceAll('<', '\\u003c') + close
    })
}
