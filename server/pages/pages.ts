import type { IncomingHttpHeaders } from 'node:http'
import { getVisitorState } from '@portico/shared/session/visitor-state.ts'
import { parseThemeCookie } from '@portico/shared/theme.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { issueReportToken } from '../delivery/telemetry/issue-report-token.ts'
import { createVisitorIdSetter } from '../delivery/visitors/visitor-id.ts'
import { chooseEncoding } from '../http/caching/choose-encoding.ts'
import { isNotModified } from '../http/caching/is-not-modified.ts'
import { andThen } from '../http/requests/and-then.ts'
import { allowForPage } from '../http/security-headers/security-headers.ts'
import type { KnownSession, Services } from '../services.ts'
import { createInspectorFinder } from './find-inspector.ts'
import { createPageBodies } from './html/page-bodies.ts'
import { createPagePlanner, type KnownState, type PagePlan } from './plan-page.ts'
import { createVisitorReader, type IdentifiedVisitor } from './selection/read-visitor.ts'
import { selectFolders, selectReleases } from './selection/select-releases.ts'

const encodings = { br: true, gzip: true } as const

/** `GET *`: the shell's page, with the visitor, their releases and what is prerendered for their state. */
export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  const { discovery, readiness, readSession } = services
  const readVisitor = createVisitorReader(services)
  const setVisitorId = createVisitorIdSetter(app, services.configuration)
  const plan = createPagePlanner(services)
  const bodies = createPageBodies()
  app.addHook('onClose', bodies.stop)
  const findInspector = createInspectorFinder(services)
  readiness.push(async () => (discovery.read().shell === null ? 'No shell has been published yet.' : null))

  app.get('/*', (request, reply) => {
    const [visitor, session] = [readVisitor(request), readSession(request, reply)]
    return visitor instanceof Promise || session instanceof Promise
      ? Promise.all([visitor, session]).then((known) => answer(request, reply, known))
      : answer(request, reply, [visitor, session])
  })

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    [visitor, session]: readonly [IdentifiedVisitor, KnownSession],
  ) {
    const { url: address, originalUrl: originalAddress } = request
    const document = discovery.read()
    const remotes = selectFolders(selectReleases(document, visitor), services.configuration)
    const inspector = findInspector({ address: originalAddress, document, remotes })
    return andThen(inspector, (inspector) => {
      const planned = plan({
        ...{ document, remotes, inspector, address, originalAddress },
        local: visitor.local,
        state: getState(session),
        theme: parseThemeCookie(request.headers.cookie),
      })
      if (planned.redirect !== null) return redirect(reply, planned.redirect)
      if (visitor.isNew) setVisitorId(reply, visitor.id)
      issueReportToken(reply, visitor.id, { remotes, ...services })
      return sendPage(reply, { ...planned, session, headers: request.headers })
    })
  }

  function sendPage(reply: FastifyReply, { template, next, isFound, session, headers }: SentPage) {
    const page = bodies.fill(template, { session, next })
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', page.etag)
      .header('vary', 'accept-encoding, cookie')
    allowForPage(reply, template.needs)
    if (isFound && isNotModified(headers['if-none-match'], page.etag)) return reply.code(304).send()
    const encoding = chooseEncoding(headers['accept-encoding'], encodings)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    reply.code(isFound ? 200 : 404).type('text/html; charset=utf-8')
    return andThen(bodies.find(page, encoding) ?? bodies.encode(page, encoding), (body) => reply.send(body))
  }
}

interface SentPage extends Extract<PagePlan, { redirect: null }> {
  readonly session: KnownSession
  readonly headers: IncomingHttpHeaders
}

function getState(session: KnownSession): KnownState {
  return session === 'unknown' ? 'unknown' : getVisitorState(session.visitor)
}

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'private, no-store').header('vary', 'cookie').redirect(target, 303)
}
