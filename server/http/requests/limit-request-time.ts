import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { Problem } from '../problems/errors.ts'
import { getConnectionLimits, limitConnections, limitPipelining } from './limit-connections.ts'
import { explainProtocolErrors, type RefusalOptions, requireHost } from './protocol-errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route itself limits how long its body may take. */
    readonly hasOwnDeadlines?: boolean
  }
}

const idleMs = 120_000 // longer than a proxy keeps a connection for the next request
const keepAliveMs = 72_000 // Fastify's own; nginx and others close before
const checkMs = 5_000

type Deadline = Pick<Configuration, 'requestDeadlineMs'>

type Limits = Deadline & Pick<Configuration, 'trustedProxy' | 'addressLimitFactor'>

/**
 * A server with limits for connections: how many there are, how slowly headers arrive, for how long nothing is sent or read, and
 * how many requests wait on one. What isn't a request gets a response with the security headers.
 */
export function createLimitedServer(
  configuration: Limits,
  listener: RequestListener,
  refusal: RefusalOptions,
): Server {
  const { requestDeadlineMs } = configuration
  const server = createServer(
    {
      headersTimeout: requestDeadlineMs,
      connectionsCheckingInterval: Math.min(checkMs, requestDeadlineMs),
      keepAliveTimeout: keepAliveMs,
      requestTimeout: 0, // `limitRequestTime` has one for each route
      requireHostHeader: false, // `requireHost` does
      optimizeEmptyRequests: true, // requests without a body emit no events of a stream: see `completeEmptyBodies`
    },
    limitPipelining(requireHost(listener, refusal)),
  )
  explainProtocolErrors(server, refusal, configuration)
  limitConnections(server, getConnectionLimits(configuration))
  return server.setTimeout(idleMs)
}

/**
 * Limits how long the body of a request may take: it gets 408, and its connection is closed. Node's own limit is one for
 * the whole server, and the upload of a release may take longer.
 */
export function limitRequestTime(app: FastifyInstance, { requestDeadlineMs }: Deadline): void {
  const detail = `The whole request has to arrive within ${requestDeadlineMs} ms.`
  const limit = (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request
    if (raw.complete) return
    const timer = setTimeout(() => {
      if (raw.complete) return
      // A client that still sends after the response does not read another one.
      if (reply.sent) raw.destroy()
      else void reply.header('connection', 'close').send(new Problem('request-timeout', { detail }))
    }, requestDeadlineMs).unref()
    const stop = () => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      // Requests that are injected have no real socket.
      if (request.routeOptions.config.hasOwnDeadlines) request.raw.socket.setTimeout?.(0)
      else limit(request, reply)
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (hasBody(request) && request.routeOptions.config.hasOwnDeadlines) limit(request, reply)
    done()
  })
}

/**
 * Gives a parser an empty body where none follows: `createLimitedServer` lets such requests emit no `end`, for which the parser
 * of a POST with a content type would wait.
 */
export function completeEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const isMissing = request.headers['content-type'] !== undefined && !hasBody(request)
    done(null, isMissing ? Readable.from([]) : payload)
  })
}

/** Whether a body follows the headers of a request. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
