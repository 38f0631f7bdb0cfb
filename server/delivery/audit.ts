import { paths } from '@portico/shared/paths.ts'
import type { AuditEvent } from '@portico/shared/rollout/rollout-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database/tables.ts'
import { parseBody } from '../http/requests/parse-body.ts'
import type { Services } from '../services.ts'
import { requireToken } from './tokens/require-token.ts'

const maxEvents = 500
const WholeNumberSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, 'expected a whole number'),
  v.transform(Number),
)
const QuerySchema = v.object({
  since: v.optional(WholeNumberSchema, '0'),
  limit: v.optional(v.pipe(WholeNumberSchema, v.minValue(1), v.maxValue(maxEvents)), String(maxEvents)),
})

/** `GET /-/events?since=`: the audit log after event `since`, oldest first. */
export async function audit(app: FastifyInstance, { db }: Services): Promise<void> {
  app.get(paths.events, async (request, reply) => {
    await requireToken(db, request, 'read')
    const query = parseBody(QuerySchema, request.query)
    return reply
      .header('cache-control', 'no-store')
      .send({ events: await readEvents(db, query), last: await readLastNumber(db) })
  })
}

async function readEvents(
  db: Kysely<Tables>,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<AuditEvent[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('seq', '>', since)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, before: JSON.parse(row.before), after: JSON.parse(row.after) }))
}

async function readLastNumber(db: Kysely<Tables>): Promise<number> {
  const { last } = await db
    .selectFrom('event')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}
