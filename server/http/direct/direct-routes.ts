import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { createBoundedCache } from '../caching/bounded-cache.ts'
import { createProxyTrust } from '../network/proxy-trust.ts'
import { isFromUntrustedProxy } from '../network/untrusted-proxy.ts'
import type { RecordResponse } from '../request-metrics.ts'
import { andThen } from '../requests/and-then.ts'
import { hasBody } from '../requests/limit-request-time.ts'
import type { EventLoopWatch, Work } from '../watch-event-loop.ts'
import { type Answer, sendAnswer, writeAnswer } from './answer.ts'
import { DirectRequest, type PlainRequest } from './direct-request.ts'

export interface DirectRoute {
  Params: Readonly<Record<string, string>>
}

/** Answers a request. What it throws becomes an error response. */
type AnswerRequest = (request: PlainRequest, params: DirectRoute['Params']) => Answer | Promise<Answer>

interface KnownRoute extends Work {
  answer(request: PlainRequest): Answer | Promise<Answer>
}

/** Routes whose answers are mostly in memory: docs/decisions/008-server-stack.md. */
export interface DirectRoutes {
  /** The handler of a GET route that `answer` answers, with and without Fastify. */
  handle(
    answer: AnswerRequest,
  ): (request: FastifyRequest<DirectRoute>, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>
  /** Listens to requests, and leaves to `fastify` what isn't known. */
  listen(fastify: RequestListener): RequestListener
  /** Leaves every request to Fastify, whose hooks close connections when the server stops. */
  stop(): void
}

const maxAddresses = 5_000
const maxAddressLength = 500 // so that addresses that somebody makes up don't fill the memory

/** Creates direct routes that know no address yet. */
export function createDirectRoutes(
  configuration: Pick<Configuration, 'trustedProxy'>,
  record: RecordResponse,
  { begin, goOn }: Pick<EventLoopWatch, 'begin' | 'goOn'>,
): DirectRoutes {
  const routes = createBoundedCache<KnownRoute>(maxAddresses)
  const trusts = createProxyTrust(configuration)
  let isStopping = false

  function findRoute(request: IncomingMessage): KnownRoute | undefined {
    const { method, url = '' } = request
    return isStopping || method !== 'GET' || hasBody(request) ? undefined : routes.get(url)
  }

  return {
    handle: (answer) => (request, reply) =>
      andThen(answer(request, request.params), (answered) => {
        const { originalUrl, params, method, routeOptions } = request
        const route = {
          method,
          routeOptions: { url: routeOptions.url },
          answer: (next: PlainRequest) => answer(next, params),
        }
        if (answered.status !== 404 && originalUrl.length <= maxAddressLength) routes.set(originalUrl, route)
        return sendAnswer(reply, answered)
      }),
    listen: (fastify) => (raw, response) => {
      const route = findRoute(raw)
      const request = new DirectRequest(raw, trusts)
      if (route === undefined || isFromUntrustedProxy(request)) {
        begin(null)
        fastify(raw, response)
        begin(null)
        return
      }
      begin(route)
      const start = performance.now()
      const write = (answer: Answer) => {
        writeAnswer(response, answer)
        const { status } = answer
        response.on('finish', () => {
          record(route.routeOptions.url, {
            method: 'GET',
            statusCode: status,
            elapsedMs: performance.now() - start,
          })
        })
      }
      const writeLater = (answer: Answer) => {
        goOn(route)
        write(answer)
        begin(null)
      }
      // It fails there as well, and gets an error response.
      const handOver = () => (response.headersSent ? response.destroy() : fastify(raw, response))
      try {
        const answer = route.answer(request)
        if (answer instanceof Promise) answer.then(writeLater).catch(handOver)
        else write(answer)
      } catch {
        handOver()
      }
      begin(null)
    },
    stop() {
      isStopping = true
    },
  }
}
