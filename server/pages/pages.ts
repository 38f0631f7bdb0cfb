import { earlyInputScript } from '@portico/shared/record-early-input.ts'
import { computeIntegrity } from '@portico/shared/release/compute-integrity.ts'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { anyPath } from '@portico/shared/release/prerender.ts'
import { parseThemeCookie } from '@portico/shared/theme.ts'
import type { FastifyInstance } from 'fastify'
import { hasSessionCookie } from '../accounts/auth/session-cookie.ts'
import { issueReportToken } from '../delivery/telemetry/issue-report-token.ts'
import { setVisitorId } from '../delivery/visitors/visitor-id.ts'
import { chooseEncoding } from '../http/caching/choose-encoding.ts'
import { isNotModified } from '../http/caching/is-not-modified.ts'
import { allowInline } from '../http/security-headers/security-headers.ts'
import type { Services } from '../services.ts'
import { type RenderedPage, renderPage } from './html/make-page.ts'
import type { RemoteSelection } from './selection/match-page.ts'
import { mayOpen } from './selection/may-open.ts'
import { createVisitorReader, describeSelection } from './selection/read-visitor.ts'
import { selectReleases } from './selection/select-releases.ts'
import { findPage } from './seo/find-page.ts'
import { getPageMetadata } from './seo/get-page-metadata.ts'
import { openMetadataSource } from './seo/metadata-source.ts'

const earlyInputHash = computeIntegrity(earlyInputScript)

/** `GET *`: the shell's page, with the visitor's releases inlined and the files of the requested page preloaded. */
export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  const { discovery, readiness } = services
  const sources = openMetadataSource(services)
  const readVisitor = createVisitorReader(services)
  const cache = new Map<string, RenderedPage>()
  let cachedRevision = -1
  readiness.push(async () => (discovery.read().shell === null ? 'No shell has been published yet.' : null))

  app.get('/*', async (request, reply) => {
    const visitor = await readVisitor(request)
    const current = discovery.read()
    if (current.revision !== cachedRevision) {
      cache.clear()
      cachedRevision = current.revision
    }
    const path = request.url.replace(/[?#].*$/s, '')
    const remotes = selectReleases(current, visitor)
    const matched = findPage(remotes, path, sources)
    const metadata = matched === null ? null : getPageMetadata(matched, request.url, sources)
    const isOn = matched?.remote.off === undefined
    const preload = matched !== null && isOn && mayOpen(matched.page, request) ? matched : null
    const theme = parseThemeCookie(request.headers.cookie)
    // Only visitors without a session are sure to see an open page: an unverified one is redirected.
    const prerendered =
      preload?.page.access === 'open' && !hasSessionCookie(request) && !isPreview(remotes)
        ? findFramePath(current, path)
        : null
    const hasSearch = remotes.some((remote) =>
      remote.release.pages.some((page) => page.searchable === true && mayOpen(page, request)),
    )
    // The number of keys is bounded by the number of pages and of the addresses in their metadata.
    const key = JSON.stringify([
      describeSelection(remotes),
      [...visitor.local.values()],
      matched?.page.path,
      metadata?.canonical,
      metadata?.title, // of a view
      preload !== null,
      theme,
      prerendered,
      hasSearch,
    ])
    const pageRequest = {
      document: current,
      remotes,
      matched,
      metadata,
      preload,
      theme,
      prerendered,
      hasSearch,
    }
    const page = cache.get(key) ?? renderPage(pageRequest, sources, services)
    if (visitor.local.size === 0) cache.set(key, page)
    if (visitor.isNew) setVisitorId(reply, visitor.id, services.configuration)
    issueReportToken(reply, visitor.id, { remotes, ...services })
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', page.etag)
      .header('vary', 'accept-encoding, cookie')
    allowInline(reply, 'script', earlyInputHash)
    if (page.styleHash !== null) allowInline(reply, 'style', page.styleHash)
    const isFound = matched !== null
    if (isFound && isNotModified(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'], page.bodies)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .code(isFound ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(page.bodies[encoding])
  })
}

/** A preview has a banner, which prerendered frames don't have. */
function isPreview(remotes: readonly RemoteSelection[]): boolean {
  return remotes.some(({ arm }) => arm === 'preview')
}

/** The path under which the shell has prerendered the frame for `path`; null: there is none. */
function findFramePath({ shell }: DiscoveryDocument, path: string): string | null {
  const paths = shell?.prerendered?.frames.map((frame) => frame.path) ?? []
  return [path, anyPath].find((wanted) => paths.includes(wanted)) ?? null
}
