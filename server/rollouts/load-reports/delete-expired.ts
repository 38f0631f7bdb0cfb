import { activeStatuses } from '@portico/protocol/rollout/rollout-record.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** Deletes the networks of rollouts that have ended. */
export async function deleteExpiredNetworks(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('reporting_network')
    .where('rollout', 'not in', (query) =>
      query.selectFrom('rollout').select('id').where('status', 'in', activeStatuses),
    )
    .execute()
}
