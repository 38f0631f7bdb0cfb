import { paths } from '@portico/kit/paths.ts'
import { type Report, ReportSchema } from '@portico/protocol/discovery/load-report.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { unlessUnavailable } from '../../database/database-unavailable.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import { writeUnsynced } from '../../database/write-unsynced.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { readVisitorId } from '../visitors/visitor-id.ts'
import type { Claims } from './claims.ts'
import { countLoads } from './count-loads.ts'
import { countSilent } from './count-silent.ts'
import { deleteExpiredReports } from './delete-expired.ts'
import { createDrops } from './drops.ts'
import { createReceiver, type Receiver } from './receive-report.ts'
import { storeClaims } from './store-claims.ts'

const maxBodyBytes = 16 * 1024 // twenty loads take a quarter of it
const flushMs = 500 // one transaction for everything that arrived in the meantime
const silenceMs = 5_000
const cleanUpMs = 10 * 60_000

interface TelemetryServices extends ReleaseStorage {
  readonly discovery: Discovery
  readonly claims: Claims
}

/**
 * `POST /-/beacon`: browsers report how remotes load. The response is always 204, so that it reveals nothing; a report
 * counts if it concerns an active rollout and its token is valid. Returns what receives reports that arrive in another way.
 */
export function telemetry(app: FastifyInstance, services: TelemetryServices): Receiver {
  const { db, claims } = services
  const drops = createDrops()
  const receiver = createReceiver(services, drops)

  let taken = 0
  const flush = async () => {
    const loads = receiver.takeQueue()
    taken = loads.length
    // Who reports learns nothing and is promised nothing, so that no visitor has to wait for the disk.
    await writeUnsynced(services, async (connection) => {
      await storeClaims(connection, claims)
      await countLoads(connection, loads, drops)
      await drops.store(connection)
    })
  }
  const onFlushError = (error: unknown) =>
    app.log.error({ err: error, loads: taken }, 'load reports were not counted')
  const stopFlushing = runPeriodically(flush, { everyMs: flushMs, onError: onFlushError })
  const stopCountingSilent = runPeriodically(() => writeUnsynced(services, countSilent), {
    everyMs: silenceMs,
    onError: (error) => app.log.error({ err: error }, 'silent pages were not counted'),
  })
  const stopCleaningUp = runPeriodically(() => deleteExpiredReports(db), {
    everyMs: cleanUpMs,
    onError: (error) => app.log.error({ err: error }, 'expired reports'),
  })
  app.addHook('onClose', async () => {
    await Promise.all([stopFlushing(), stopCountingSilent(), stopCleaningUp()])
    await flush().catch(unlessUnavailable(onFlushError))
  })

  app.post(paths.beacon, { bodyLimit: maxBodyBytes }, async (request, reply) => {
    const report = parseReport(request.body)
    if (report !== null) receiver.receive(report, request, readVisitorId(request, services.configuration))
    return reply.code(204).header('cache-control', 'no-store').send()
  })
  return receiver
}

const JsonReportSchema = v.pipe(v.string(), v.parseJson(), ReportSchema)

function parseReport(body: unknown): Report | null {
  const parsed = v.safeParse(typeof body === 'string' ? JsonReportSchema : ReportSchema, body)
  return parsed.success ? parsed.output : null
}
