import { activeStatuses } from '@portico/protocol/rollout/rollout-record.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { Db } from '../../database/tables.ts'

const dayMs = 24 * 3_600_000
const keptRevisions = 100

// The guide "Back up, restore and move" lists every lifetime.
const recordDays = { document: 90, rollout: 400, token: 90 } as const

// What was counted in a rollout.
const ofRollouts = [
  'load_count',
  'page_count',
  'signal_count',
  'vital_count',
  'dropped_load',
  'rollout_point',
] as const

/**
 * Deletes old revisions of the discovery document, rollouts that ended long ago with what was counted in them, tokens that expired
 * long ago, and expired sessions of the console and counts of requests. Several servers may do so at the same time.
 */
export async function deleteExpiredRecords(db: Db, now = Date.now()): Promise<void> {
  await deleteDocuments(db, now - recordDays.document * dayMs)
  await db
    .deleteFrom('rollout')
    .where('changed_at', '<', now - recordDays.rollout * dayMs)
    .where('status', 'not in', activeStatuses)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('remote').select('name').whereRef('remote.rollout', '=', 'rollout.id'))),
    )
    .execute()
  for (const table of ofRollouts)
    await db
      .deleteFrom(table)
      .where('rollout', 'not in', (query) => query.selectFrom('rollout').select('id'))
      .execute()
  await db.deleteFrom('call_limit').where('endsAt', '<', now).execute()
  await db.deleteFrom('console_session').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('token')
    .where('expires_at', '<', now - recordDays.token * dayMs)
    // The file of a first token may still exist, and a start would accept it as a new one.
    .where('name', '!=', systemActors.admin)
    .execute()
}

async function deleteDocuments(db: Db, before: number): Promise<void> {
  const oldest = await db
    .selectFrom('document')
    .select('revision')
    .orderBy('revision', 'desc')
    .offset(keptRevisions - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest === undefined) return
  await db
    .deleteFrom('document')
    .where('revision', '<', oldest.revision)
    .where('created_at', '<', before)
    .execute()
}
