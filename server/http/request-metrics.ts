import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Counter, Histogram } from 'prom-client'

const labelNames = ['route', 'method', 'status'] as const

const requests = new Counter({
  name: 'portico_http_requests_total',
  help: 'Responses, by class of route, method and class of status.',
  labelNames,
})

const durations = new Histogram({
  name: 'portico_http_request_duration_seconds',
  help: 'Time from the request to the end of the response, by class of route.',
  labelNames: ['route'] as const,
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

// By the beginning of a route's pattern, so that no label contains anything that a client has sent.
const classes: readonly (readonly [prefix: string, name: string])[] = [
  [`${paths.releases}/`, 'release-file'],
  [paths.beacon, 'beacon'],
  [paths.health, 'health'],
  [paths.metrics, 'metrics'],
  [paths.account, 'account'],
  [paths.sandbox, 'sandbox'],
  ['/-/discovery', 'discovery'],
  [paths.publish, 'release-api'],
  [paths.rollouts, 'release-api'],
  [paths.remotes, 'release-api'],
  [paths.previews, 'release-api'],
  [paths.tokens, 'release-api'],
  [paths.events, 'release-api'],
  [paths.notifyTest, 'release-api'],
  ['/-/', 'other'],
  ['/*', 'page'],
]

/** Counts every response of `app`, and measures how long it took. */
export function measureRequests(app: FastifyInstance): void {
  const recorders = new Map<string | undefined, ReturnType<typeof createRecorder>>()
  app.addHook('onResponse', (request, reply, done) => {
    const { url } = request.routeOptions
    const record = recorders.get(url) ?? createRecorder(classify(url))
    recorders.set(url, record)
    record(request.method, reply)
    done()
  })
}

/** Records the responses of one class of routes; prepares their labels once. */
function createRecorder(route: string) {
  const duration = durations.labels(route)
  const counters = new Map<string, Counter.Internal>()
  return (method: string, { statusCode, elapsedTime }: FastifyReply) => {
    const key = `${method} ${statusCode}`
    const counter =
      counters.get(key) ?? requests.labels(route, toLabel(method), `${Math.floor(statusCode / 100)}xx`)
    counters.set(key, counter)
    counter.inc()
    duration.observe(elapsedTime / 1_000)
  }
}

// Node parses some 35 methods.
function toLabel(method: string): string {
  return methods.has(method) ? method : 'other'
}

/** `pattern` is undefined if no route matches. */
function classify(pattern: string | undefined): string {
  return classes.find(([prefix]) => pattern?.startsWith(prefix))?.[1] ?? 'other'
}
