import { createHmac } from 'node:crypto'
import { paths } from '@portico/shared/paths.ts'
import { type Report, ReportSchema } from '@portico/shared/release/load-report.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { isDatabaseUnavailable } from '../../database/database-unavailable.ts'
import { getNetwork } from '../../http/network/get-network.ts'
import { isLocalSite, isLoopback } from '../../http/network/loopback.ts'
import type { Services } from '../../services.ts'
import { readVisitorId } from '../visitor-id.ts'
import { countLoads, deleteExpiredCounters, maxLoads } from './count-loads.ts'
import { type CountableLoad, getCountableLoads } from './get-countable-loads.ts'
import { createNetworkLimit } from './network-limit.ts'

const maxBodyBytes = 16 * 1024 // twenty loads have a quarter of it
const flushMs = 500 // one transaction for all that came meanwhile
const mostWaiting = 5_000 // of more, a burst or an attack, the rest is not counted
const forgetMs = 10 * 60_000

/**
 * `POST /-/beacon`: what browsers tell of their loads. Whatever comes is answered 204 and counted if it says something of
 * a rollout that is under way; who sends it learns nothing of that.
 */
export async function telemetry(app: FastifyInstance, services: Services): Promise<void> {
  const { configuration, db, discovery } = services
  const factor = configuration.addressLimitFactor
  const mayPass = createNetworkLimit(maxLoads * factor)
  let waiting: CountableLoad[] = []

  const flush = async () => {
    const loads = waiting
    waiting = []
    await countLoads(db, loads, { factor }).catch((error: unknown) => {
      // That the database is away is told once, by itself.
      if (!isDatabaseUnavailable(error))
        app.log.error({ err: error, loads: loads.length }, 'load reports were not counted')
    })
  }
  const forget = () =>
    void deleteExpiredCounters(db).catch((error: unknown) => app.log.error({ err: error }, 'counted'))
  const timers = [setInterval(() => void flush(), flushMs), setInterval(forget, forgetMs)]
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer)
    await flush()
  })

  app.post(paths.beacon, { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const report = reportIn(request.body)
    const id = readVisitorId(request)
    if (report !== null && id !== null && waiting.length < mostWaiting) {
      const who = { id, ...marksOf(request, id, services) }
      waiting.push(...getCountableLoads(report, discovery.read(), who).filter(mayPass))
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

const JsonReportSchema = v.pipe(v.string(), v.parseJson(), ReportSchema)

function reportIn(body: unknown): Report | null {
  const parsed = v.safeParse(typeof body === 'string' ? JsonReportSchema : ReportSchema, body)
  return parsed.success ? parsed.output : null
}

// Hashed with the site's secret: the tables hold neither visitors nor addresses.
function marksOf({ ip }: FastifyRequest, id: string, { configuration }: Services) {
  const { secret, host, publicUrl } = configuration
  const mark = (what: string) => createHmac('sha256', secret).update(what).digest('base64url').slice(0, 22)
  const visitor = mark(`visitor ${id}`)
  const network = getNetwork(ip)
  // On its owner's machine all visitors have one address: each is a network of its own there.
  const isOwner = isLocalSite(host, publicUrl) && isLoopback(network)
  return { visitor, network: isOwner ? visitor : mark(`network ${network}`), at: Date.now() }
}
