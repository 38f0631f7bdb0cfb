import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '../services.ts'
import { Problem } from './problems/errors.ts'

const timeoutMs = 2_000 // load balancers commonly wait 5 s

/** `GET /-/health`: 200 `{ status: 'ok' }`, or 503 with the first reason why the server isn't ready. */
export async function health(app: FastifyInstance, { db, readiness }: Services): Promise<void> {
  const database = () =>
    sql`select 1`.execute(db).then(
      () => null,
      () => 'The database does not respond.',
    )
  app.get(paths.health, async (_request, reply) => {
    for (const check of [database, ...readiness]) {
      const reason = await withTimeout(check())
      if (reason !== null) throw new Problem('not-ready', { detail: reason })
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}

async function withTimeout(check: Promise<string | null>): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(resolve, timeoutMs, `A check took longer than ${timeoutMs} ms.`)
  return Promise.race([check, late]).finally(() => clearTimeout(timer))
}
