import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { getReleaseFolder, paths } from '@portico/shared/paths.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import { insertRelease } from '../../release-cli/browser/insert-release.ts'
import { listExamples } from '../../release-cli/browser/list-examples.ts'
import type { BuiltRelease } from '../../release-cli/built-release.ts'
import { copyHead, forwardRequest } from './forward-request.ts'
import { createReloads, devPaths } from './reloads.ts'
import { serveBuild } from './serve-build.ts'
import { type DevSettings, DevSettingsSchema, getVisitor } from './settings.ts'
import { renderSettings } from './settings-page.ts'
import { createSiteConnection } from './site-connection.ts'
import type { SiteCopy } from './site-copy.ts'

interface DevServerOptions {
  /** Origin of the site, with the shell and the other remotes. */
  readonly site: string
  readonly port: number
  readonly settings: DevSettings
  readonly build: BuiltRelease
  /** For when the site can't be reached. */
  readonly copy: SiteCopy
  /** Tells the developer. */
  readonly progress: (line: string) => void
}

/** A site on this machine with one remote from its sources. */
export interface DevServer {
  readonly address: string
  /** Shows a newer build, in open pages as well. */
  show(build: BuiltRelease): void
  /** Copies the site for when it can't be reached. */
  copySite(): Promise<void>
  close(): Promise<void>
}

/**
 * Serves the pages of a site as if everyone had a build of one remote. Everything else comes from the site, or from a
 * copy of it if it can't be reached, except that load reports are dropped, and that requests of a mock visitor's account are
 * refused.
 */
export async function startDevServer({
  site,
  port,
  copy,
  progress,
  ...initial
}: DevServerOptions): Promise<DevServer> {
  let { build, settings } = initial
  const reloads = createReloads()
  const connection = createSiteConnection({ site, copy, progress })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', site)
    const isMock = settings.as !== 'real'
    const visitor = getVisitor(settings)
    const ownFolder = getReleaseFolder(build.record.remote, getReleaseId(build.record))
    if (pathname.startsWith(ownFolder))
      return serveBuild(response, { ...build, ...settings, path: pathname.slice(ownFolder.length) })
    if (pathname === devPaths.script) return reloads.sendScript(response)
    if (pathname === devPaths.events) return reloads.connect(request, response)
    if (pathname === devPaths.settings) return chooseSettings(request, response)
    if (pathname === paths.beacon) return void response.writeHead(204).end()
    if (isMock && pathname === accountPaths.session)
      return sendJson(response, 200, {
        visitor: visitor ? { ...visitor, email: 'developer@example.com' } : null,
      })
    if (isMock && request.method !== 'GET' && pathname.startsWith(paths.account))
      return sendJson(response, 503, { code: 'not-ready', title: 'This is a mock account', status: 503 })
    if (isPage(request, pathname)) return sendPage(request, response)
    if (pathname === paths.discovery) return connection.sendDiscovery(request, response)
    if (request.method === 'GET' && pathname.startsWith(`${paths.releases}/`))
      return connection.sendFile(request, response, pathname)
    await forwardRequest(request, response, site)
  }

  async function sendPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await connection.fetchPage(request)
    const html = insertRelease(await received.text(), { record: build.record, visitor: getVisitor(settings) })
    copyHead(received, response, site)
    response.statusCode = 200
    for (const header of ['etag', 'last-modified']) response.removeHeader(header)
    response.setHeader('cache-control', 'no-store')
    response.end(reloads.insert(html))
  }

  async function chooseSettings(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      const chosen = Object.fromEntries(new URLSearchParams(await text(request)))
      const parsed = v.safeParse(DevSettingsSchema, chosen)
      if (!parsed.success) return sendJson(response, 422, { title: parsed.issues[0].message, status: 422 })
      settings = parsed.output
      reloads.reload()
      return void response.writeHead(303, { location: devPaths.settings }).end()
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const { remote } = build.record
    const pages = listExamples(build).examples.map(({ address }) => address)
    response.end(renderSettings({ remote, pages, settings, notice: connection.getNotice() }))
  }

  const server = createServer((request, response) => {
    if (!isOwnRequest(request)) return void response.writeHead(403).end()
    answer(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error)
      if (response.headersSent) return void response.destroy()
      const title = connection.getNotice()
      if (title !== null) return sendJson(response, 503, { code: 'not-ready', title, status: 503 })
      response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
      response.end(`${site} could not be reached, or sent no page of a site: ${message}`)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  return {
    address,
    show(newer) {
      build = newer
      reloads.reload()
    },
    copySite: connection.update,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** A page of another site must neither reach this server under a name of its own, nor change anything. */
function isOwnRequest({ method = 'GET', headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers
  const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)
  const isRead = method === 'GET' || method === 'HEAD'
  return isLocal && (isRead || origin === undefined || origin === `http://${host}`)
}

/** A navigation to a page of the site, whose other responses come as they are. */
function isPage({ method, headers }: IncomingMessage, pathname: string): boolean {
  return (
    method === 'GET' &&
    headers.accept?.includes('text/html') === true &&
    !pathname.startsWith('/-/') &&
    !pathname.startsWith(`${paths.releases}/`)
  )
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(JSON.stringify(body))
}
