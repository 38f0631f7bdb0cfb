import { paths } from '@portico/kit/paths.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import { findLackOfSpace } from './free-space.ts'
import { Problem } from './problems/errors.ts'
import { withTimeout } from './requests/with-timeout.ts'

const timeoutMs = 2_000 // load balancers commonly wait 5 s

const writeFailures = {
  full: 'The disk of the database is full.',
  'read-only': 'The database can be read, but not written to.',
} as const

/** Resolves to null while the server works as it should, otherwise to the reason why it doesn't. */
export type HealthCheck = () => Promise<string | null>

interface HealthServices extends Pick<Database, 'db' | 'getWriteFailure'> {
  readonly configuration: Configuration
  readonly readiness: HealthCheck[]
  readonly dependencies: HealthCheck[]
}

/**
 * Health for three readers, each 200 or 503 with the reason. `GET /-/health/live`: whether the process responds; otherwise
 * restart it. `GET /-/health/ready`: whether it serves pages, even from memory while the database is unavailable; otherwise
 * send it no visitors. `GET /-/health`: whether everything works, for monitoring.
 */
export async function health(
  app: FastifyInstance,
  { configuration, db, getWriteFailure, readiness, dependencies }: HealthServices,
): Promise<void> {
  const database = () =>
    sql`select 1`.execute(db).then(
      () => {
        const failure = getWriteFailure()
        return failure && writeFailures[failure]
      },
      () => 'The database does not respond.',
    )
  const disk = () => findLackOfSpace(configuration.dataDir)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get(paths.healthLive, async () => ({ status: 'ok' }))
  app.get(paths.healthReady, async () => {
    const reason = await findReason(readiness)
    if (reason !== null) throw new Problem('not-ready', { detail: reason })
    const degraded = await findReason([database, disk, ...dependencies])
    return degraded === null ? { status: 'ok' } : { status: 'degraded', reason: degraded }
  })
  app.get(paths.health, async () => {
    const reason = await findReason([database, ...readiness, disk, ...dependencies])
    if (reason !== null) throw new Problem('not-ready', { detail: reason })
    return { status: 'ok' }
  })
}

/** The first reason of the checks; null: all pass. */
async function findReason(checks: readonly HealthCheck[]): Promise<string | null> {
  for (const check of checks) {
    const reason = await withTimeout(timeoutMs, check(), `A check took longer than ${timeoutMs} ms.`)
    if (reason !== null) return reason
  }
  return null
}
