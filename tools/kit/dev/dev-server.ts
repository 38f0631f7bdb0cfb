import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import type { BuiltRelease } from '../../release-cli/built-release.ts'
import { createOpenPages } from './open-pages.ts'
import { type LocalSite, respond } from './respond.ts'
import { createServedBuilds } from './served-builds.ts'
import type { DevSettings } from './settings.ts'
import { createSiteConnection } from './site-connection.ts'
import type { SiteCopy } from './site-copy.ts'

interface DevServerOptions {
  /** Origin of the site, with the shell and the other remotes. */
  readonly site: string
  readonly port: number
  readonly settings: DevSettings
  readonly build: BuiltRelease
  /** Resolves when the build is that of the current manifest and has `file`, if it is going to. */
  readonly settle: (file?: string) => Promise<void>
  /** Used while the site is unreachable. */
  readonly copy: SiteCopy
  /** Tells the developer. */
  readonly progress: (line: string) => void
}

/** A site on this machine with one remote from its sources. */
export type DevServer = Awaited<ReturnType<typeof startDevServer>>

/**
 * Serves the pages of a site as if everyone had a build of one remote. Everything else comes from the site, or from a
 * copy if it is unreachable, except that load reports are dropped, and that requests of a mock visitor's account are
 * refused.
 */
export async function startDevServer({ build, port, ...options }: DevServerOptions) {
  const { site, settings, settle } = options
  const builds = createServedBuilds(build)
  const openPages = createOpenPages()
  const connection = createSiteConnection(options)
  const local: LocalSite = { site, connection, builds, openPages, settle, settings }
  const http = createServer((request, response) => void respond(local, request, response))
  const close = prepareClose(http)
  await listen(http, port)
  return {
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, // it listens on a port
    /** To which the build connects open pages, so that they get updates. */
    http,
    /** Opens further pages with a newer build. Those that are open get what has changed, or are reloaded if `isOther`. */
    show(newer: BuiltRelease, { isOther }: { readonly isOther: boolean } = { isOther: false }) {
      builds.add(newer, isOther)
      openPages.showErrors(null)
      if (isOther) openPages.reload()
    },
    /** Shows the errors of a build that failed, in open pages. */
    showErrors: openPages.showErrors,
    /** Copies the site for offline use. */
    copySite: connection.update,
    close,
  }
}

async function listen(http: Server, port: number): Promise<void> {
  http.listen(port, '127.0.0.1')
  await once(http, 'listening').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EADDRINUSE') throw cause
    throw new UsageError(`Port ${port} is in use. Choose another one with --port.`)
  })
}

/** Returns a function that closes the server and its connections, also those that wait for updates, which it does not know. */
function prepareClose(http: Server): () => Promise<void> {
  const sockets = new Set<Socket>()
  http.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  return async () => {
    const closed = once(http, 'close')
    http.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
}
