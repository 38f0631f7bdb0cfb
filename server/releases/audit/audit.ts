import { paths } from '@portico/kit/paths.ts'
import { getEventMessage, getHeadMessage } from '@portico/protocol/rollout/audit-chain.ts'
import type { AuditEvent, AuditHead } from '@portico/protocol/rollout/rollout-api.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Database } from '../../database/database.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Db } from '../../database/tables.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { readLastEvent } from '../changes/append-events.ts'
import { readRecordedHead, recordHead, requireRecordedHead } from '../changes/audit-head.ts'
import { deriveAuditKey } from '../changes/audit-key.ts'
import { makeChange } from '../changes/make-change.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { getReadableRemotes, requireToken } from '../tokens/require-token.ts'

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

const recordEveryMs = 2_000 // for events that other servers write

type AuditServices = ReleaseStorage & Pick<Database, 'onceAvailable'>

/** `GET /-/events?since=`: the audit log after event `since`, oldest first. `GET /-/events/head`: its newest event. */
export async function audit(app: FastifyInstance, services: AuditServices): Promise<void> {
  const { db, configuration } = services
  await services.onceAvailable(() => startSigning(services))
  app.addHook(
    'onClose',
    recordHeads(services, (error) => app.log.error({ err: error }, 'audit log')),
  )

  app.get(paths.events, async (request) => {
    const remotes = getReadableRemotes(await requireToken(db, request, 'any'))
    const query = parseBody(QuerySchema, request.query)
    const last = (await readLastEvent(db)).seq
    const events = await readEvents(db, { ...query, remotes })
    return { events, last }
  })

  app.get(paths.eventsHead, async (request) => {
    await requireToken(db, request, 'read')
    await recordHead(services)
    const { sign, publicKey } = deriveAuditKey(configuration.secret)
    const stated = { ...readRecordedHead(configuration.dataDir), at: Date.now() }
    const head: AuditHead = { ...stated, key: publicKey, signature: sign(getHeadMessage(stated)) }
    return head
  })
}

/** Appends a first signed event to a log from the time before signatures, or signed with another key. */
async function startSigning(services: AuditServices): Promise<void> {
  const { publicKey, verify } = deriveAuditKey(services.configuration.secret)
  await makeChange(services, systemActors.site, async (change) => {
    const { seq, hash, signature } = await readLastEvent(change.trx)
    if (seq === 0 || (signature !== null && verify(getEventMessage({ hash }), signature))) return
    change.audit({ what: 'audit.sign', after: { key: publicKey } })
  })
}

/** Records the newest event every two seconds, until the returned function is called. */
function recordHeads(services: AuditServices, onError: (error: unknown) => void): () => Promise<void> {
  let lastError = ''
  const record = async () => {
    await requireRecordedHead(services)
    lastError = ''
  }
  const onNewError = (error: unknown) => {
    if (String(error) === lastError) return
    lastError = String(error)
    onError(error)
  }
  return runPeriodically(record, { everyMs: recordEveryMs, onError: onNewError })
}

interface EventQuery {
  readonly since: number
  readonly limit: number
  /** Only events of these remotes; missing or null: of everything. */
  readonly remotes?: readonly string[] | null
  /** Only events of this rollout; missing: of everything. */
  readonly rollout?: string
  /** Only events with one of these texts as a value in `before` or `after`; missing: with any. */
  readonly names?: readonly string[]
}

/** At most `limit` events after the one numbered `since`, oldest first. */
export async function readEvents(
  db: Db,
  { since, limit, remotes = null, rollout, names }: EventQuery,
): Promise<AuditEvent[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('seq', '>', since)
    .$if(remotes !== null, (query) => query.where('remote', 'in', remotes ?? []))
    .$if(rollout !== undefined, (query) => query.where('rollout', '=', rollout ?? ''))
    .$if(names !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or(
          (names ?? []).flatMap((name) =>
            (['before', 'after'] as const).map((part) => eb(part, 'like', `%"${name}"%`)),
          ),
        ),
      ),
    )
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, before: JSON.parse(row.before), after: JSON.parse(row.after) }))
}
