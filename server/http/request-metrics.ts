import { paths } from '@portico/kit/paths.ts'
import type { FastifyInstance } from 'fastify'
import { Counter, Histogram } from 'prom-client'

const labelNames = ['route', 'method', 'status'] as const

// prom-client takes a microsecond for each value, several right after other code, so values are recorded many at a time.
const maxUnrecorded = 500
const flushes = new Set<() => void>()

/** Records what has been measured so far; a scrape begins with it. */
function flush(): void {
  for (const record of flushes) record()
}

const requests = new Counter({
  name: 'portico_http_requests_total',
  help: 'Responses, by class of route, method and class of status.',
  labelNames,
  collect: flush,
})

const durations = new Histogram({
  name: 'portico_http_request_duration_seconds',
  help: 'Time from the request to the end of the response, by class of route.',
  labelNames: ['route'] as const,
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  collect: flush,
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

interface SentResponse {
  readonly method: string
  readonly statusCode: number
  /** From the request to the end of the response. */
  readonly elapsedMs: number
}

/** Counts a response of the route with this pattern, and how long it took; `undefined`: no route matched. */
export type RecordResponse = (pattern: string | undefined, response: SentResponse) => void

/** Prepares the labels of each route once. */
export function createResponseRecorder(): RecordResponse {
  const recorders = new Map<string | undefined, (response: SentResponse) => void>()
  return (pattern, response) => {
    const record = recorders.get(pattern) ?? createRecorder(classifyRoute(pattern))
    recorders.set(pattern, record)
    record(response)
  }
}

/** Records every response of `app`. */
export function measureRequests(app: FastifyInstance, record: RecordResponse): void {
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    record(request.routeOptions.url, { method: request.method, statusCode, elapsedMs: elapsedTime })
    done()
  })
}

/** Records the responses of one class of routes; prepares their labels once. */
function createRecorder(route: string) {
  const duration = durations.labels(route)
  const counters = new Map<string, { readonly counter: Counter.Internal; unrecorded: number }>()
  const elapsed: number[] = []
  flushes.add(() => {
    for (const counted of counters.values()) {
      counted.counter.inc(counted.unrecorded)
      counted.unrecorded = 0
    }
    for (const ms of elapsed.splice(0)) duration.observe(ms / 1_000)
  })
  return ({ method, statusCode, elapsedMs }: SentResponse) => {
    const key = `${method} ${statusCode}`
    const known = counters.get(key)
    if (known !== undefined) known.unrecorded += 1
    else {
      const counter = requests.labels(route, toLabel(method), `${Math.floor(statusCode / 100)}xx`)
      counters.set(key, { counter, unrecorded: 1 })
    }
    elapsed.push(elapsedMs)
    if (elapsed.length >= maxUnrecorded) flush()
  }
}

// Node parses some 35 methods.
function toLabel(method: string): string {
  return methods.has(method) ? method : 'other'
}

/** The class of the route with this pattern, for labels; undefined: no route matched. */
export function classifyRoute(pattern: string | undefined): string {
  return classes.find(([prefix]) => pattern?.startsWith(prefix))?.[1] ?? 'other'
}
