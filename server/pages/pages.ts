import { earlyInputScript } from '@portico/shared/record-early-input.ts'
import { computeIntegrity } from '@portico/shared/release/compute-integrity.ts'
import { getRedirect } from '@portico/shared/session/access.ts'
import { getAuthenticated, getVisitorState } from '@portico/shared/session/visitor-state.ts'
import { parseThemeCookie } from '@portico/shared/theme.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { issueReportToken } from '../delivery/telemetry/issue-report-token.ts'
import { setVisitorId } from '../delivery/visitors/visitor-id.ts'
import { chooseEncoding } from '../http/caching/choose-encoding.ts'
import { isNotModified } from '../http/caching/is-not-modified.ts'
import { allowInline } from '../http/security-headers/security-headers.ts'
import type { KnownSession, Services } from '../services.ts'
import { type PageTemplate, renderPage } from './html/make-page.ts'
import { createPageBodies, fillPage } from './html/page-bodies.ts'
import { findRendering } from './prerendered/find-rendering.ts'
import type { MatchedPage, RemoteSelection } from './selection/match-page.ts'
import { type KnownState, mayPreload } from './selection/may-open.ts'
import { createVisitorReader, describeSelection } from './selection/read-visitor.ts'
import { selectReleases } from './selection/select-releases.ts'
import { findPage } from './seo/find-page.ts'
import { getNextMetadata, getPageMetadata } from './seo/get-page-metadata.ts'
import { openMetadataSource } from './seo/metadata-source.ts'

const earlyInputHash = computeIntegrity(earlyInputScript)
const maxTemplateLength = 24 * 1024 * 1024
const encodings = { br: true, gzip: true } as const

/** `GET *`: the shell's page, with the visitor, their releases and what is prerendered for their state. */
export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  const { discovery, readiness, readSession } = services
  const sources = openMetadataSource(services)
  const readVisitor = createVisitorReader(services)
  const templates = new LRUCache<string, PageTemplate>({
    maxSize: maxTemplateLength,
    sizeCalculation: ({ before, after }) => before.length + after.length,
  })
  const bodies = createPageBodies()
  let cachedRevision = -1
  readiness.push(async () => (discovery.read().shell === null ? 'No shell has been published yet.' : null))

  app.get('/*', async (request, reply) => {
    const [visitor, session] = await Promise.all([readVisitor(request), readSession(request, reply)])
    const state = getState(session)
    const current = discovery.read()
    if (current.revision !== cachedRevision) {
      templates.clear()
      cachedRevision = current.revision
    }
    const path = request.url.replace(/[?#].*$/s, '')
    const remotes = selectReleases(current, visitor)
    const matched = findPage(remotes, path, sources)
    const target = matched === null ? null : findRedirect(matched, state, request.originalUrl)
    if (target !== null) return redirect(reply, target)
    const metadata = matched === null ? null : getPageMetadata(matched, request.url, sources)
    const preview =
      matched === null ? null : getNextMetadata(matched, request.originalUrl, { remotes, sources })
    const isOn = matched?.remote.off === undefined
    const preload = matched !== null && isOn && mayPreload(matched.page, state) ? matched : null
    const theme = parseThemeCookie(request.headers.cookie)
    const rendering =
      current.shell === null || matched === null || state === 'unknown' || isPreview(remotes)
        ? null
        : findRendering({ matched, shell: current.shell, state, address: request.url })
    const hasSearch = remotes.some((remote) =>
      remote.release.pages.some((page) => page.searchable === true && mayPreload(page, state)),
    )
    // The number of keys is bounded by the number of pages and of the addresses in their metadata.
    const key = JSON.stringify([
      describeSelection(remotes),
      [...visitor.local.values()],
      matched?.page.path,
      metadata?.canonical,
      metadata?.title, // of a view
      preview,
      preload !== null,
      theme,
      rendering?.page,
      rendering?.frame,
      hasSearch,
    ])
    const pageRequest = {
      document: current,
      remotes,
      matched,
      metadata,
      preview,
      preload,
      theme,
      rendering,
      hasSearch,
    }
    const template = templates.get(key) ?? renderPage(pageRequest, sources, services)
    if (visitor.local.size === 0) templates.set(key, template)
    const page = fillPage(template, session)
    if (visitor.isNew) setVisitorId(reply, visitor.id, services.configuration)
    issueReportToken(reply, visitor.id, { remotes, ...services })
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', page.etag)
      .header('vary', 'accept-encoding, cookie')
    allowInline(reply, 'script', earlyInputHash)
    if (template.styleHash !== null) allowInline(reply, 'style', template.styleHash)
    const isFound = matched !== null
    if (isFound && isNotModified(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .code(isFound ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(await bodies.read(page, encoding))
  })
}

function getState(session: KnownSession): KnownState {
  return session === 'unknown' ? 'unknown' : getVisitorState(session.visitor)
}

/** Where the visitor has to go instead; while their state is unknown, the browser decides. */
function findRedirect({ page }: MatchedPage, state: KnownState, address: string): string | null {
  return state === 'unknown' ? null : getRedirect(page.access, getAuthenticated(state), address)
}

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'private, no-store').header('vary', 'cookie').redirect(target, 303)
}

/** A preview has a banner, which prerendered frames don't have. */
function isPreview(remotes: readonly RemoteSelection[]): boolean {
  return remotes.some(({ arm }) => arm === 'preview')
}
