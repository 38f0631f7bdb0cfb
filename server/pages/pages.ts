import { getVisitorState } from '@portico/shared/session/visitor-state.ts'
import { parseThemeCookie } from '@portico/shared/theme.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { issueReportToken } from '../delivery/telemetry/issue-report-token.ts'
import { setVisitorId } from '../delivery/visitors/visitor-id.ts'
import { chooseEncoding } from '../http/caching/choose-encoding.ts'
import { isNotModified } from '../http/caching/is-not-modified.ts'
import { allowForPage } from '../http/security-headers/security-headers.ts'
import type { KnownSession, Services } from '../services.ts'
import { createInspectorFinder } from './find-inspector.ts'
import { createPageBodies } from './html/page-bodies.ts'
import { createPagePlanner, type KnownState } from './plan-page.ts'
import { createVisitorReader } from './selection/read-visitor.ts'
import { selectFolders, selectReleases } from './selection/select-releases.ts'

const encodings = { br: true, gzip: true } as const

/** `GET *`: the shell's page, with the visitor, their releases and what is prerendered for their state. */
export async function pages(app: FastifyInstance, services: Services): Promise<void> {
  const { discovery, readiness, readSession } = services
  const readVisitor = createVisitorReader(services)
  const plan = createPagePlanner(services)
  const bodies = createPageBodies()
  const findInspector = createInspectorFinder(services)
  readiness.push(async () => (discovery.read().shell === null ? 'No shell has been published yet.' : null))

  app.get('/*', async (request, reply) => {
    const [visitor, session] = await Promise.all([readVisitor(request), readSession(request, reply)])
    const document = discovery.read()
    const remotes = selectFolders(selectReleases(document, visitor), services.configuration)
    const planned = plan({
      document,
      remotes,
      local: visitor.local,
      state: getState(session),
      theme: parseThemeCookie(request.headers.cookie),
      inspector: await findInspector({ address: request.originalUrl, document, remotes }),
      address: request.url,
      originalAddress: request.originalUrl,
    })
    if (planned.redirect !== null) return redirect(reply, planned.redirect)
    const { template, next, isFound } = planned
    const page = bodies.fill(template, { session, next })
    if (visitor.isNew) setVisitorId(reply, visitor.id, services.configuration)
    issueReportToken(reply, visitor.id, { remotes, ...services })
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', page.etag)
      .header('vary', 'accept-encoding, cookie')
    allowForPage(reply, template.needs)
    if (isFound && isNotModified(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    reply.code(isFound ? 200 : 404).type('text/html; charset=utf-8')
    return reply.send(bodies.find(page, encoding) ?? (await bodies.encode(page, encoding)))
  })
}

function getState(session: KnownSession): KnownState {
  return session === 'unknown' ? 'unknown' : getVisitorState(session.visitor)
}

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', 'private, no-store').header('vary', 'cookie').redirect(target, 303)
}
