import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import type { SessionRecord, SessionResponseSchema } from '@portico/kit/session/session-record.ts'
import { getVisitorState } from '@portico/kit/session/visitor-state.ts'
import { isScript } from '@portico/protocol/release/media-types.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { createScriptFilePolicy } from '@portico/protocol/release/script-file-policy.ts'
import { encodeSessionToken } from '@portico/protocol/session/session-token.ts'
import { sessionTokenKey } from '@portico/protocol/session/session-token-key.ts'
import type { BrowserContext } from 'playwright-core'
import type * as v from 'valibot'
import type { BuiltRelease, BuiltShell } from '../built-release.ts'
import { emptyPage, findSite, insertRelease, insertShell } from './insert-release.ts'
import type { PageExample } from './list-examples.ts'
import { renderPrerendered } from './render-prerendered.ts'

const policyHeader = 'content-security-policy'
const signedIn = { username: 'check', done: true, isVerify: true, github: false, gmail: false }
const visitors = {
  open: null,
  auth: null,
  verify: { ...signedIn, isVerify: false },
  logout: signedIn,
  private: signedIn,
} as const satisfies Record<string, SessionRecord | null>

/** How a release is shown. */
interface ServeOptions {
  /** The page comes with its prerendered HTML, if it has some. */
  readonly isPrerendered?: boolean
  /** A build of the shell that replaces the site's. */
  readonly shell?: BuiltShell | undefined
}

/**
 * Lets a browser see the site as if everyone had the release, as a visitor who may open the page. Only GET requests reach
 * the site. Returns whether the page comes with its prerendered HTML.
 */
export async function serveRelease(
  browser: BrowserContext,
  { page, address }: PageExample,
  { folder, record }: BuiltRelease,
  { isPrerendered = false, shell }: ServeOptions = {},
): Promise<boolean> {
  const visitor = visitors[page.access]
  // Playwright tries the last route first.
  await browser.route('**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, json: {} }),
  )
  await browser.route(`**${paths.beacon}`, (route) => route.fulfill({ status: 204 }))
  // Without it, the shell prefetches no code: each page loads only its own code.
  await browser.route(`**${paths.discovery}`, (route) => route.fulfill({ status: 503, json: {} }))
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
      'The browser could not reach the site. Check the address, and that the site is running.',
      {
        cause,
      },
    )
  })
  const text = await response.text()
  const html = shell === undefined ? text : insertShell(text, shell.record)
  const site = isPrerendered ? findSite(html) : null
  const surroundings = site && { request: browser.request, site, state: getVisitorState(visitor) }
  const prerendered =
    surroundings && (await renderPrerendered({ page, address }, { folder, record }, surroundings))
  const sent = { html, policy: response.headers()[policyHeader] ?? null }
  const insertion = { record, visitor, path: address, sharesDocument: true, prerendered }
  const { html: body, policy } = insertRelease(sent, insertion)
  const headers = { ...response.headers(), ...(policy !== null && { [policyHeader]: policy }) }
  await browser.route(
    ({ pathname }) => pathname === address,
    (route) =>
      route.request().resourceType() === 'document'
        ? route.fulfill({ status: 200, headers, body })
        : route.fallback(),
  )
  await serveFolder(browser, getReleaseFolder(record.remote, getReleaseId(record)), {
    folder,
    origins: record.origins,
  })
  if (shell !== undefined)
    await serveFolder(browser, getReleaseFolder('shell', getReleaseId(shell.record)), shell)
  return prerendered !== null
}

/** Answers requests for the files of a release from its built folder. */
async function serveFolder(
  browser: BrowserContext,
  address: string,
  { folder, origins }: { readonly folder: string; readonly origins?: RemoteOrigins | undefined },
): Promise<void> {
  await browser.route(`**${address}**`, (route) => {
    const { pathname, origin } = new URL(route.request().url())
    const file = join(folder, pathname.slice(address.length).replace(/^~\d+\//, ''))
    if (!existsSync(file)) return route.fulfill({ status: 404 })
    const headers = { 'content-security-policy': createScriptFilePolicy(origin + address, origins) }
    return route.fulfill({ path: file, ...(isScript(file) && { headers }) })
  })
}
