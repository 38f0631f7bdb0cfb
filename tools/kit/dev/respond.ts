import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { paths } from '@portico/kit/paths.ts'
import * as v from 'valibot'
import { insertRelease, withBuild } from '../../release-cli/browser/insert-release.ts'
import { listExamples } from '../../release-cli/browser/list-examples.ts'
import { isOwnRequest } from '../../system/own-request.ts'
import { insertInspector, UnusableSiteError } from './development-shell.ts'
import { copyHead, forwardRequest, toSiteUrl } from './forward-request.ts'
import type { OpenPages } from './open-pages.ts'
import { devPaths } from './page-script.ts'
import { serveBuild } from './serve-build.ts'
import type { ServedBuilds } from './served-builds.ts'
import { type DevSettings, DevSettingsSchema, getVisitor } from './settings.ts'
import { renderSettings } from './settings-page.ts'
import type { SiteConnection } from './site-connection.ts'

/** A site with one remote from its sources. */
export interface LocalSite {
  /** Origin of the site, with the shell and the other remotes. */
  readonly site: string
  readonly connection: SiteConnection
  readonly builds: ServedBuilds
  readonly openPages: OpenPages
  /** Resolves when the build is that of the current manifest and has `file`, if it is going to. */
  readonly settle: (file?: string) => Promise<void>
  /** What the developer has chosen last. */
  settings: DevSettings
}

const policyHeader = 'content-security-policy'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
}

/** Of the page as the site sent it; and updates have no integrity hashes, which a site with files on other origins demands. */
const changedHeaders = ['etag', 'last-modified', 'integrity-policy']

/** Responds to a request of a page. If that fails, says why. */
export async function respond(
  local: LocalSite,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOwnRequest(request)) return void response.writeHead(403).end()
  try {
    await answer(local, { request, response, url: toSiteUrl(request, local.site) })
  } catch (error) {
    explain(local, response, error)
  }
}

async function answer(local: LocalSite, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange
  const { pathname } = url
  if (pathname.startsWith(`${paths.releases}/${local.builds.getNewest().record.remote}/`))
    return sendRemoteFile(local, exchange)
  if (pathname === devPaths.script) return local.openPages.sendScript(response)
  if (pathname === devPaths.events) return local.openPages.connect(request, response)
  if (pathname === devPaths.settings)
    return request.method === 'POST' ? chooseSettings(local, exchange) : sendSettings(local, response)
  if (pathname === paths.beacon) return void response.writeHead(204).end()
  if (local.settings.as !== 'real' && pathname.startsWith(paths.account))
    return respondAsMock(local, exchange)
  if (isPage(request, pathname)) return sendPage(local, exchange)
  if (pathname === paths.discovery) return sendDiscovery(local, response)
  return sendFromSite(local, exchange)
}

function explain({ site, connection }: LocalSite, response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const title = connection.getNotice()
  if (response.headersSent) response.destroy()
  else if (error instanceof UnusableSiteError) sendText(response, message)
  else if (title !== null) sendJson(response, 503, { code: 'not-ready', title, status: 503 })
  else sendText(response, `${site} is unreachable, or did not send a page of a Portico site: ${message}`)
}

async function sendRemoteFile(local: LocalSite, exchange: Exchange): Promise<void> {
  const { builds } = local
  const { pathname } = exchange.url
  await local.settle(basename(pathname))
  // No response to a page of a build that has been replaced, because it is about to be reloaded.
  if (builds.isReplaced(pathname)) return
  const path = builds.findFile(pathname)
  if (path === null) return sendFromSite(local, exchange)
  const { fault } = local.settings
  const { host = '' } = exchange.request.headers // one of this server's, see isOwnRequest
  const releaseUrl = `http://${host}${pathname.slice(0, -path.length)}`
  const newest = builds.getNewest()
  return serveBuild(exchange.response, { ...newest, entries: builds.entries, path, fault, releaseUrl })
}

async function sendPage(local: LocalSite, { request, response, url }: Exchange): Promise<void> {
  const { site, connection, builds, openPages, settle } = local
  await settle()
  const { head, html, shell } = await connection.fetchPage(request)
  const { record } = builds.getNewest()
  const inspected = insertInspector(html, { url, shell, remote: record.remote })
  const sent = { html: inspected, policy: head.headers.get(policyHeader) }
  const visitor = getVisitor(local.settings)
  const { html: page, policy } = insertRelease(sent, { record, visitor, path: url.pathname })
  copyHead(head, response, site)
  response.statusCode = 200
  for (const header of changedHeaders) response.removeHeader(header)
  if (policy !== null) response.setHeader(policyHeader, policy)
  response.setHeader('cache-control', 'no-store')
  response.end(openPages.insert(page))
}

/** As if everyone had the build, so that an open page stays with it when something is released on the site. */
async function sendDiscovery({ connection, builds }: LocalSite, response: ServerResponse): Promise<void> {
  const document = await connection.fetchDiscovery()
  sendJson(response, 200, withBuild(document, builds.getNewest().record))
}

/** The session of a mock visitor, who can change nothing. */
async function respondAsMock(local: LocalSite, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange
  if (url.pathname === accountPaths.session) {
    const visitor = getVisitor(local.settings)
    return sendJson(response, 200, {
      visitor: visitor ? { ...visitor, email: 'developer@example.com' } : null,
    })
  }
  if (request.method !== 'GET')
    return sendJson(response, 503, { code: 'not-ready', title: 'This is a mock account', status: 503 })
  return sendFromSite(local, exchange)
}

async function chooseSettings(local: LocalSite, { request, response }: Exchange): Promise<void> {
  const chosen = Object.fromEntries(new URLSearchParams(await text(request)))
  const parsed = v.safeParse(DevSettingsSchema, chosen)
  if (!parsed.success) return sendJson(response, 422, { title: parsed.issues[0].message, status: 422 })
  local.settings = parsed.output
  local.openPages.reload()
  response.writeHead(303, { location: devPaths.settings }).end()
}

function sendSettings({ builds, settings, connection }: LocalSite, response: ServerResponse): void {
  const build = builds.getNewest()
  const pages = listExamples(build).examples.map(({ address }) => address)
  const notice = connection.getNotice()
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(renderSettings({ remote: build.record.remote, pages, settings, notice }))
}

async function sendFromSite(
  { site, connection }: LocalSite,
  { request, response, url }: Exchange,
): Promise<void> {
  if (request.method === 'GET' && url.pathname.startsWith(`${paths.releases}/`))
    return connection.sendFile(request, response, url.pathname)
  await forwardRequest(request, response, site)
}

/** A navigation to a page of the site; other responses are passed through. */
function isPage({ method, headers }: IncomingMessage, pathname: string): boolean {
  return (
    method === 'GET' &&
    headers.accept?.includes('text/html') === true &&
    !pathname.startsWith('/-/') &&
    !pathname.startsWith(`${paths.releases}/`)
  )
}

function sendText(response: ServerResponse, text: string): void {
  response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(JSON.stringify(body))
}
