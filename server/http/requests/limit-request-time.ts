import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { Problem } from '../problems/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route itself limits how long its body may take. */
    readonly hasOwnDeadlines?: boolean
  }
}

const idleMs = 120_000 // longer than a proxy keeps a connection for the next request
const checkMs = 5_000

type Deadline = Pick<Configuration, 'requestDeadlineMs'>

/** The limits that Node itself keeps: for headers that arrive slowly, and for connections on which nothing is sent. */
export function getConnectionLimits({ requestDeadlineMs }: Deadline) {
  return {
    connectionTimeout: idleMs,
    http: {
      headersTimeout: requestDeadlineMs,
      connectionsCheckingInterval: Math.min(checkMs, requestDeadlineMs),
    },
  }
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

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
