import { performance } from 'node:perf_hooks'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { classifyRoute } from './request-metrics.ts'
import { hasBody } from './requests/limit-request-time.ts'

/** Shorter blocks are not reported. */
const blockedMs = 100
const tickMs = 20
const windowMs = 60_000
const maxNamed = 5

const blocked = new Counter({
  name: 'portico_event_loop_blocked_seconds_total',
  help: 'Time for which the main thread served nobody else, in blocks of at least 0.1 s, by the class of route that blocked it.',
  labelNames: ['route'] as const,
})

/** What the main thread works on: a request's method and route, never its address. */
export type Work = Pick<FastifyRequest, 'method'> & {
  readonly routeOptions: { readonly url?: string | undefined }
}

/** Knows what the main thread works on, so that a block has a name. Each call costs a look at the clock. */
export interface EventLoopWatch {
  /** The thread begins to work on a request; null: on nothing that has a name. */
  begin(work: Work | null): void
  /** It has worked on this request for a while, unless another one has begun, and goes on. */
  goOn(work: Work): void
  /** Names what blocks `app` while it listens, in its log. */
  watch(app: FastifyInstance): void
}

/** Blocks of one route within a minute. `cpuMs` is the thread's own time: far less means that it waited for the disk or the machine. */
interface Blocks {
  readonly method: string | null
  readonly route: string | null
  /** Without a route: some requests that were in progress. */
  readonly during?: readonly string[]
  readonly longestMs: number
  readonly cpuMs: number
  readonly count: number
}

/**
 * Creates the watch. What takes longer than the time between two ticks of a timer was one piece of work, since ticks would have come
 * in between: that of the request that was begun last.
 */
export function createEventLoopWatch(): EventLoopWatch {
  const open = new Set<Work>()
  let work: Work | null = null
  let at = performance.now()
  let cpuMs = 0
  let report: ReturnType<typeof createReport> | undefined

  function check(by: Work | null): void {
    const now = performance.now()
    const ms = now - at
    at = now
    if (ms < blockedMs || report === undefined) return
    const workedMs = Math.round(readCpuMs() - cpuMs)
    if (by === null && workedMs < blockedMs / 2) return // a busy machine, or one that was suspended
    blocked.inc({ route: by === null ? 'unknown' : classifyRoute(by.routeOptions.url) }, ms / 1_000)
    const names =
      by === null ? [...open].slice(0, maxNamed).map((work) => Object.values(name(work)).join(' ')) : []
    report.add({
      ...(by === null ? { method: null, route: null } : name(by)),
      ...(names.length > 0 && { during: names }),
      longestMs: Math.round(ms),
      cpuMs: workedMs,
      count: 1,
    })
  }

  function begin(next: Work | null): void {
    check(work)
    work = next
  }

  function goOn(same: Work): void {
    check(work ?? same)
    work = same
  }

  return {
    begin,
    goOn,
    watch(app) {
      nameRequests(app, { begin, goOn, open })
      let timer: NodeJS.Timeout | undefined
      app.addHook('onListen', (done) => {
        report = createReport(app.log)
        at = performance.now()
        timer = setInterval(() => {
          begin(null)
          cpuMs = readCpuMs()
          report?.tick(at)
        }, tickMs).unref()
        done()
      })
      app.addHook('onClose', async () => {
        clearInterval(timer)
        report?.tick(Number.POSITIVE_INFINITY)
        report = undefined
      })
    },
  }
}

/** Tells where the handling of each request goes on, and which requests are open. */
function nameRequests(
  app: FastifyInstance,
  { begin, goOn, open }: Pick<EventLoopWatch, 'begin' | 'goOn'> & { open: Set<Work> },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    open.add(request)
    reply.raw.on('close', () => open.delete(request))
    goOn(request)
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    goOn(request)
    if (hasBody(request)) setImmediate(begin, null) // without a body, `listen` sees the end
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    goOn(request)
    begin(null)
    done()
  })
}

function name({ method, routeOptions }: Work) {
  return { method, route: routeOptions.url ?? null }
}

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Logs the first block of a route immediately, and the others of a minute together at its end. */
function createReport(log: FastifyBaseLogger) {
  const write = (blocks: Blocks) => log.warn({ blocked: blocks }, 'The main thread was blocked')
  /** Of this minute, by route; null: logged. */
  const known = new Map<string, Blocks | null>()
  let endsAt = performance.now() + windowMs
  return {
    add(block: Blocks): void {
      const key = `${block.method} ${block.route}`
      const before = known.get(key)
      if (before === undefined) {
        known.set(key, null)
        write(block)
      } else {
        const longest = before !== null && before.longestMs > block.longestMs ? before : block
        known.set(key, { ...longest, count: (before?.count ?? 0) + 1 })
      }
    },
    tick(now: number): void {
      if (now < endsAt) return
      for (const blocks of known.values()) if (blocks !== null) write(blocks)
      known.clear()
      endsAt = now + windowMs
    },
  }
}
