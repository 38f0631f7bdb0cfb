import { paths } from '@portico/kit/paths.ts'
import { consolePaths } from '@portico/protocol/console-paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../http/problems/errors.ts'
import type { SessionCookie } from './session-cookie.ts'

/** The parts of the release API that the console uses; uploads are too large for it. */
const forwarded = [
  paths.publish,
  paths.rollouts,
  paths.remotes,
  consolePaths.overview,
  consolePaths.visitors,
  paths.previews,
  paths.tokens,
  consolePaths.grants,
  consolePaths.settings,
  consolePaths.notifications,
  paths.events,
  paths.discovery,
]
const requestHeaders = ['accept', 'content-type'] as const
const responseHeaders = ['allow', 'content-disposition', 'content-type', 'retry-after'] as const

interface ForwardOptions {
  readonly site: FastifyInstance
  readonly publicUrl: string
  readonly cookie: SessionCookie
}

/** Forwards requests to the release API of the site, in this process, with the session as their token. No cookie is forwarded. */
export async function forward(
  app: FastifyInstance,
  { site, publicUrl, cookie }: ForwardOptions,
): Promise<void> {
  app.removeAllContentTypeParsers() // the site parses the body
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const host = new URL(publicUrl).host
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const secret = cookie.read(request)
    if (secret === null) throw new Problem('not-signed-in')
    // `inject` would resolve `..`, and leave the paths that are forwarded.
    if (new URL(request.url, publicUrl).href !== publicUrl + request.url) throw new Problem('not-found')
    const response = await site.inject({
      method: request.method as 'GET', // one of the route's
      url: request.url,
      remoteAddress: request.ip,
      headers: { ...pick(request.headers, requestHeaders), host, authorization: `Bearer ${secret}` },
      ...(request.body instanceof Buffer && { payload: request.body }),
    })
    return reply
      .code(response.statusCode)
      .headers(pick(response.headers, responseHeaders))
      .send(response.rawPayload)
  }
  for (const path of forwarded)
    for (const url of [path, `${path}/*`])
      app.route({ method: ['GET', 'POST', 'PUT', 'DELETE'], url, handler })
}

function pick<Name extends string>(
  headers: Readonly<Partial<Record<Name, unknown>>>,
  names: readonly Name[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}
