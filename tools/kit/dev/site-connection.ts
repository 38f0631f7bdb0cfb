import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import type { DevelopmentShell } from '@portico/protocol/release/development-shell.ts'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import * as v from 'valibot'
import { emptyPage } from '../../release-cli/browser/insert-release.ts'
import { describeConnectionError } from '../../release-cli/describe-connection-error.ts'
import { copySite, DocumentSchema } from './copy-site.ts'
import { fetchDevelopmentShell, insertDevelopmentShell, UnusableSiteError } from './development-shell.ts'
import { fetchFromSite, forwardRequest } from './forward-request.ts'
import { ownOriginOnly } from './serve-build.ts'
import type { SiteCopy } from './site-copy.ts'

const pageTimeoutMs = 10_000

interface ConnectionOptions {
  readonly site: string
  readonly copy: SiteCopy
  /** Tells the developer. */
  readonly progress: (line: string) => void
}

/** A page of the site, without a remote. */
interface SitePage {
  readonly head: Response
  readonly html: string
  readonly shell: DevelopmentShell
}

/** The site as the pages in development need it: live, or a copy while it is unreachable. */
export interface SiteConnection {
  /** Copies the site for offline use. */
  update(): Promise<void>
  /** The site's page without a remote, with the shell for development. Throws when there is neither the site nor a copy. */
  fetchPage(request: IncomingMessage): Promise<SitePage>
  /** Sends a file of a release, which never changes, so that a copy is as good as the site. */
  sendFile(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>
  /** The discovery document, which open pages request now and then. */
  fetchDiscovery(): Promise<DiscoveryDocument>
  /** A notice that a copy is shown, and its time; null: the site itself is shown. */
  getNotice(): string | null
}

/** Connects pages to a site. */
export function createSiteConnection({ site, copy, progress }: ConnectionOptions): SiteConnection {
  let notice: string | null = null
  const say = (next: string | null) => {
    if (next === notice) return
    notice = next
    progress(next ?? `${site} is reachable again: its shell and remotes are shown.`)
  }

  return {
    async update() {
      try {
        const files = await copySite(site, copy)
        progress(`Copied ${site} for offline use: ${formatCount(files, 'new file')}.`)
      } catch (cause) {
        const hint =
          copy.readPage() === null
            ? ' There is no copy of it on this machine yet: run `npx --no-install portico dev` once while it is reachable.'
            : ''
        progress(describeFailure(cause, site) + hint)
      }
    },
    async fetchPage(request) {
      const signal = AbortSignal.timeout(pageTimeoutMs)
      try {
        const head = await fetchFromSite(request, site, { url: new URL(site + emptyPage), signal })
        const shell = await fetchDevelopmentShell(site)
        const html = insertDevelopmentShell(await head.text(), shell)
        say(null)
        return { head, html, shell }
      } catch (cause) {
        const copied = copy.readPage()
        if (copied === null || cause instanceof UnusableSiteError) throw cause
        const { html, shell, headers, copiedAt } = copied
        say(
          `${site} is unreachable. You see a copy of its shell and remotes from ${formatTime(copiedAt)}; accounts and the API don’t respond.`,
        )
        return { head: new Response(null, { headers }), html, shell }
      }
    },
    async sendFile(request, response, path) {
      const copied = copy.readFile(path)
      const bytes = copied ?? (await fetchFile(site + path))
      if (bytes === null) return forwardRequest(request, response, site)
      if (copied === null) await copy.writeFile(path, bytes)
      response.writeHead(200, {
        'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
        ...ownOriginOnly,
      })
      response.end(bytes)
    },
    async fetchDiscovery() {
      const response = await fetch(site + paths.discovery).catch((cause: unknown) => {
        const copied = copy.readPage()
        if (copied === null) throw cause
        return new Response(copied.discovery)
      })
      return v.parse(DocumentSchema, await response.text())
    },
    getNotice: () => notice,
  }
}

async function fetchFile(url: string): Promise<Buffer | null> {
  const received = await fetch(url)
  return received.ok ? Buffer.from(await received.arrayBuffer()) : null
}

function describeFailure(cause: unknown, site: string): string {
  if (cause instanceof TypeError) return describeConnectionError(cause, { address: site, isChange: false })
  return `${site} could not be copied for offline use: ${cause instanceof Error ? cause.message : cause}`
}

function formatTime(time: number): string {
  return new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
