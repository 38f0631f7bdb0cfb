import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { getReleaseFolder, paths } from '@portico/shared/paths.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import { insertRelease, withBuild } from '../../release-cli/browser/insert-release.ts'
import { listExamples } from '../../release-cli/browser/list-examples.ts'
import type { BuiltRelease } from '../../release-cli/built-release.ts'
import { UsageError } from '../../release-cli/command.ts'
import { insertInspector, UnusableSiteError } from './development-shell.ts'
import { copyHead, forwardRequest } from './forward-request.ts'
import { createKeptEntries } from './kept-entries.ts'
import { createOpenPages } from './open-pages.ts'
import { devPaths } from './page-script.ts'
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
  /** Resolves when the build is that of the current manifest. */
  readonly settle: () => Promise<void>
  /** Used while the site is unreachable. */
  readonly copy: SiteCopy
  /** Tells the developer. */
  readonly progress: (line: string) => void
}

/** Of the page as the site sent it; and updates have no integrity hashes, which a site with files on other origins demands. */
const changedHeaders = ['etag', 'last-modified', 'integrity-policy']

/** A site on this machine with one remote from its sources. */
export interface DevServer {
  readonly address: string
  /** To which the build connects open pages, so that they get updates. */
  readonly http: Server
  /** Opens further pages with a newer build. Those that are open get what has changed, or are reloaded if `isOther`. */
  show(build: BuiltRelease, options?: { readonly isOther: boolean }): void
  /** Shows the errors of a build that failed, in open pages. */
  showErrors(errors: string): void
  /** Copies the site for offline use. */
  copySite(): Promise<void>
  close(): Promise<void>
}

/**
 * Serves the pages of a site as if everyone had a build of one remote. Everything else comes from the site, or from a
 * copy if it is unreachable, except that load reports are dropped, and that requests of a mock visitor's account are
 * refused.
 */
export async function startDevServer({
  site,
  port,
  copy,
  settle,
  progress,
  ...initial
}: DevServerOptions): Promise<DevServer> {
  const entries = createKeptEntries()
  let build = entries.keep(initial.build)
  let { settings } = initial
  const replaced = new Set<string>()
  const openPages = createOpenPages()
  const connection = createSiteConnection({ site, copy, progress })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', site)
    const isMock = settings.as !== 'real'
    const visitor = getVisitor(settings)
    if (pathname.startsWith(`${paths.releases}/${build.record.remote}/`)) {
      await settle()
      // No response to a page of a build that has been replaced, because it is about to be reloaded.
      if (isReplaced(pathname)) return
    }
    const ownFolder = getFolder(build)
    if (pathname.startsWith(ownFolder))
      return serveBuild(response, { ...build, ...settings, entries, path: pathname.slice(ownFolder.length) })
    if (pathname === devPaths.script) return openPages.sendScript(response)
    if (pathname === devPaths.events) return openPages.connect(request, response)
    if (pathname === devPaths.settings) return chooseSettings(request, response)
    if (pathname === paths.beacon) return void response.writeHead(204).end()
    if (isMock && pathname === accountPaths.session)
      return sendJson(response, 200, {
        visitor: visitor ? { ...visitor, email: 'developer@example.com' } : null,
      })
    if (isMock && request.method !== 'GET' && pathname.startsWith(paths.account))
      return sendJson(response, 503, { code: 'not-ready', title: 'This is a mock account', status: 503 })
    if (isPage(request, pathname)) return sendPage(request, response)
    if (pathname === paths.discovery) return sendDiscovery(response)
    if (request.method === 'GET' && pathname.startsWith(`${paths.releases}/`))
      return connection.sendFile(request, response, pathname)
    await forwardRequest(request, response, site)
  }

  /** A build has the id of the one before after a mistake in the manifest was corrected: then only updates are gone. */
  function isReplaced(pathname: string): boolean {
    const folder = [...replaced].find((one) => pathname.startsWith(one))
    if (folder === undefined || folder !== getFolder(build)) return folder !== undefined
    return pathname.endsWith('.hot-update.json') && !existsSync(join(build.folder, basename(pathname)))
  }

  async function sendPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await settle()
    const { head, html, shell } = await connection.fetchPage(request)
    const url = new URL(request.url ?? '/', site)
    const inspected = insertInspector(html, { url, shell, remote: build.record.remote })
    const page = insertRelease(inspected, { record: build.record, visitor: getVisitor(settings) })
    copyHead(head, response, site)
    response.statusCode = 200
    for (const header of changedHeaders) response.removeHeader(header)
    response.setHeader('cache-control', 'no-store')
    response.end(openPages.insert(page))
  }

  /** As if everyone had the build, so that an open page stays with it when something is released on the site. */
  async function sendDiscovery(response: ServerResponse): Promise<void> {
    const document = await connection.fetchDiscovery()
    sendJson(response, 200, withBuild(document, build.record))
  }

  async function chooseSettings(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      const chosen = Object.fromEntries(new URLSearchParams(await text(request)))
      const parsed = v.safeParse(DevSettingsSchema, chosen)
      if (!parsed.success) return sendJson(response, 422, { title: parsed.issues[0].message, status: 422 })
      settings = parsed.output
      openPages.reload()
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
      if (error instanceof UnusableSiteError) return sendText(response, message)
      const title = connection.getNotice()
      if (title !== null) return sendJson(response, 503, { code: 'not-ready', title, status: 503 })
      sendText(response, `${site} is unreachable, or did not send a page of a Portico site: ${message}`)
    })
  })
  const sockets = new Set<Socket>() // with those that wait for updates, which the server itself does not know
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    throw new UsageError(`Port ${port} is in use. Choose another one with --port.`)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  return {
    address,
    http: server,
    show(newer, { isOther } = { isOther: false }) {
      if (isOther) replaced.add(getFolder(build))
      build = entries.keep(newer)
      openPages.showErrors(null)
      if (isOther) openPages.reload()
    },
    showErrors: openPages.showErrors,
    copySite: connection.update,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function getFolder({ record }: BuiltRelease): string {
  return getReleaseFolder(record.remote, getReleaseId(record))
}

/** A page of another site must neither reach this server under its own host name, nor change anything. */
function isOwnRequest({ method = 'GET', headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers
  const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)
  const isRead = method === 'GET' || method === 'HEAD'
  return isLocal && (isRead || origin === undefined || origin === `http://${host}`)
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
