import { createHmac } from 'node:crypto'
import { paths } from '@portico/shared/paths.ts'
import { type Report, ReportSchema } from '@portico/shared/release/load-report.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { isDatabaseUnavailable } from '../../database/database-unavailable.ts'
import { getNetwork } from '../../http/network/get-network.ts'
import { isLocalSite, isLoopback } from '../../http/network/loopback.ts'
import type { Services } from '../../services.ts'
import { getVisitorBucket } from '../visitors/get-visitor-bucket.ts'
import { readVisitorId } from '../visitors/visitor-id.ts'
import { countLoads, deleteExpiredCounters, maxLoads } from './count-loads.ts'
import { type CountableLoad, getCountableLoads } from './get-countable-loads.ts'
import { createNetworkLimit } from './network-limit.ts'

const maxBodyBytes = 16 * 1024 // twenty loads take a quarter of it
const flushMs = 500 // one transaction for everything that arrived in the meantime
const maxQueued = 5_000 // in a burst or an attack the rest is dropped
const cleanUpMs = 10 * 60_000

/**
 * `POST /-/beacon`: browsers report how remotes load. The response is always 204, so that it reveals nothing; a report
 * counts if it concerns an active rollout.
 */
export async function telemetry(app: FastifyInstance, services: Services): Promise<void> {
  const { configuration, db, discovery } = services
  const factor = configuration.addressLimitFactor
  const isWithinLimit = createNetworkLimit(maxLoads * factor)
  let queue: CountableLoad[] = []

  const flush = async () => {
    const loads = queue
    queue = []
    await countLoads(db, loads, { factor }).catch((error: unknown) => {
      // The database logs its own unavailability once.
      if (!isDatabaseUnavailable(error))
        app.log.error({ err: error, loads: loads.length }, 'load reports were not counted')
    })
  }
  const cleanUp = () =>
    void deleteExpiredCounters(db).catch((error: unknown) =>
      app.log.error({ err: error }, 'telemetry counters'),
    )
  const timers = [setInterval(() => void flush(), flushMs), setInterval(cleanUp, cleanUpMs)]
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer)
    await flush()
  })

  app.post(paths.beacon, { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const report = parseReport(request.body)
    const id = readVisitorId(request, configuration.secret)?.id ?? null
    if (report !== null && id !== null && queue.length < maxQueued) {
      const getBucket = (rollout: string) => getVisitorBucket(id, rollout, configuration.secret)
      const who = { getBucket, ...hashIdentity(request, id, services) }
      queue.push(...getCountableLoads(report, discovery.read(), who).filter(isWithinLimit))
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

const JsonReportSchema = v.pipe(v.string(), v.parseJson(), ReportSchema)

function parseReport(body: unknown): Report | null {
  const parsed = v.safeParse(typeof body === 'string' ? JsonReportSchema : ReportSchema, body)
  return parsed.success ? parsed.output : null
}

// Hashed with the site's secret, so that the tables contain neither visitors nor addresses.
function hashIdentity({ ip }: FastifyRequest, id: string, { configuration }: Services) {
  const { secret, host, publicUrl } = configuration
  const hash = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
  const visitor = hash(`visitor ${id}`)
  const network = getNetwork(ip)
  // On the owner's machine all visitors share one address, so each counts as its own network.
  const isOwner = isLocalSite(host, publicUrl) && isLoopback(network)
  return { visitor, network: isOwner ? visitor : hash(`network ${network}`), at: Date.now() }
}
