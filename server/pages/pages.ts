import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { anyPath } from '@portico/shared/release/prerender.ts'
import { parseThemeCookie } from '@portico/shared/theme.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasSessionCookie } from '../accounts/auth/session-cookie.ts'
import { setVisitorId } from '../delivery/visitor-id.ts'
import { chooseEncoding } from '../http/caching/choose-encoding.ts'
import { isNotModified } from '../http/caching/is-not-modified.ts'
import { allowStyle } from '../http/security-headers/security-headers.ts'
import type { Services } from '../services.ts'
import { type RenderedPage, renderPage } from './html/make-page.ts'
import { type MatchedPage, matchPage, type RemoteSelection } from './selection/match-page.ts'
import { createVisitorReader, describeSelection } from './selection/read-visitor.ts'
import { selectReleases } from './selection/select-releases.ts'
import { getPageMetadata } from './seo/get-page-metadata.ts'
import { openMetadataSource } from './seo/metadata-source.ts'

/** `GET *`: the shell's page, with the visitor's releases inlined and the files of this path preloaded. */
export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  const { discovery, readiness } = services
  const sources = openMetadataSource(services)
  const visitorOf = createVisitorReader(services)
  const made = new Map<string, RenderedPage>()
  let madeFor = -1
  readiness.push(async () => (discovery.read().shell === null ? 'No shell is published yet.' : null))

  app.get('/*', async (request, reply) => {
    const visitor = await visitorOf(request)
    const current = discovery.read()
    if (current.revision !== madeFor) {
      made.clear()
      madeFor = current.revision
    }
    const path = request.url.replace(/[?#].*$/s, '')
    const remotes = selectReleases(current, visitor)
    const matched = matchPage(remotes, path)
    const facts = matched === null ? null : getPageMetadata(matched, path, sources)
    const isOn = matched?.remote.off === undefined
    const preload = matched !== null && isOn && mayOpen(matched, request) ? matched : null
    const theme = parseThemeCookie(request.headers.cookie)
    // Only who has no session surely sees an open page: an unverified visitor has one, and is sent elsewhere.
    const prerendered =
      preload?.page.access === 'open' && !hasSessionCookie(request) && !isPreview(remotes)
        ? framePathOf(current, path)
        : null
    // Of whatever a visitor asks for there are as many as there are pages and addresses that these tell of.
    const key = JSON.stringify([
      describeSelection(remotes),
      [...visitor.local.values()],
      matched?.page.path,
      facts?.canonical,
      preload !== null,
      theme,
      prerendered,
    ])
    const wanted = { document: current, remotes, matched, facts, preload, theme, prerendered }
    const page = made.get(key) ?? renderPage(wanted, sources, services)
    if (visitor.local.size === 0) made.set(key, page)
    if (visitor.id === null) setVisitorId(reply, services.configuration)
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', page.etag)
      .header('vary', 'accept-encoding, cookie')
    if (page.styleHash !== null) allowStyle(reply, page.styleHash)
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

/** A preview has a banner, which no frame that was prerendered has. */
function isPreview(remotes: readonly RemoteSelection[]): boolean {
  return remotes.some(({ arm }) => arm === 'preview')
}

/** The code of a page that the visitor may not see is not even preloaded. */
function mayOpen({ page }: MatchedPage, request: FastifyRequest): boolean {
  return (
    page.access === 'open' ||
    (page.access === 'auth' ? !hasSessionCookie(request) : hasSessionCookie(request))
  )
}

/** The path under which the shell has rendered the frame for `path`; null: it has rendered none. */
function framePathOf({ shell }: DiscoveryDocument, path: string): string | null {
  const paths = shell?.prerendered?.frames.map((frame) => frame.path) ?? []
  return [path, anyPath].find((wanted) => paths.includes(wanted)) ?? null
}
