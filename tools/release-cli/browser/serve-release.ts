import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { getReleaseFolder, paths } from '@portico/shared/paths.ts'
import {
  type PageData,
  PageDataSchema,
  pageDataId,
  toPagesWithoutFiles,
} from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { SessionRecord, SessionResponseSchema } from '@portico/shared/session/session-record.ts'
import { encodeSessionToken, sessionTokenKey } from '@portico/shared/session/session-token.ts'
import type { BrowserContext } from 'playwright-core'
import * as v from 'valibot'
import type { BuiltRelease } from '../built-release.ts'
import type { PageExample } from './list-examples.ts'

// No page has this address, so the site sends its shell without prerendered HTML, and without preloads of another release.
const emptyPage = '/release-check/no-such-page'
const emptyRoot = '<div id="root"></div>'

const signedIn = { username: 'check', done: true, isVerify: true, github: false, gmail: false }
const visitors = {
  open: null,
  auth: null,
  verify: { ...signedIn, isVerify: false },
  logout: signedIn,
  private: signedIn,
} as const satisfies Record<string, SessionRecord | null>

/**
 * Lets a browser see the site as if everyone had the release, as a visitor who may open the page. Only GET requests reach
 * the site.
 */
export async function serveRelease(
  browser: BrowserContext,
  { page, address }: PageExample,
  { folder, record }: BuiltRelease,
): Promise<void> {
  const visitor = visitors[page.access]
  // Playwright tries the last route first.
  await browser.route('**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, json: {} }),
  )
  await browser.route(`**${paths.beacon}`, (route) => route.fulfill({ status: 204 }))
  if (visitor !== null) {
    await browser.addInitScript(
      ([key, value]) => localStorage.setItem(`${key}`, `${value}`),
      [sessionTokenKey, encodeSessionToken(visitor)],
    )
    const json: v.InferOutput<typeof SessionResponseSchema> = { visitor: { ...visitor, email: '' } }
    await browser.route(`**${accountPaths.session}`, (route) => route.fulfill({ json }))
  }
  // Before the page is opened: what a handler throws ends the process.
  const response = await browser.request.get(emptyPage).catch((cause: unknown) => {
    throw new Error(
      'The browser could not reach the site. Check RELEASE_URL, and that the site is running.',
      {
        cause,
      },
    )
  })
  const body = insertRelease(await response.text(), { record, visitor })
  await browser.route(
    ({ pathname }) => pathname === address,
    (route) =>
      route.request().resourceType() === 'document'
        ? route.fulfill({ status: 200, headers: response.headers(), body })
        : route.fallback(),
  )
  const ownFolder = getReleaseFolder(record.remote, getReleaseId(record))
  await browser.route(`**${ownFolder}**`, (route) => {
    const { pathname } = new URL(route.request().url())
    const file = join(folder, pathname.slice(ownFolder.length).replace(/^~\d+\//, ''))
    return existsSync(file) ? route.fulfill({ path: file }) : route.fulfill({ status: 404 })
  })
}

/** The page as it would be for this visitor if everyone had this release. */
function insertRelease(
  html: string,
  { record, visitor }: Pick<BuiltRelease, 'record'> & { readonly visitor: SessionRecord | null },
): string {
  const { remote: name, team, version, hash, contractVersion, global, entry, pages } = record
  if (!html.includes(emptyRoot))
    throw new Error(`Expected a page of the site with ${emptyRoot}. Does RELEASE_URL name a Portico site?`)
  const release = {
    ...{ version, hash, contractVersion, global, entry },
    pages: toPagesWithoutFiles(pages),
  }
  const selected: PageData['remotes'][number] = { name, team, release }
  const data = new RegExp(`(<script type="application/json" id="${pageDataId}">)(.*?)(</script>)`, 's')
  return html.replace(data, (_all, open, json, close) => {
    const before = v.parse(PageDataSchema, JSON.parse(json))
    const remotes = [...before.remotes.filter((remote) => remote.name !== name), selected]
    // A site of an older version does not name the visitor, and its shell would refuse it.
    const known = before.visitor === undefined ? {} : { visitor }
    return open + JSON.stringify({ ...before, remotes, ...known }).replaceAll('<', '\\u003c') + close
  })
}
