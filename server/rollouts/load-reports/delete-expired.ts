import { activeStatuses } from '@portico/protocol/rollout/rollout-record.ts'
import type { Db } from '../../database/tables.ts'

/** Deletes the networks of rollouts that have ended, and the errors of releases whose files were collected. */
export async function deleteExpiredReports(db: Db): Promise<void> {
  await db
    .deleteFrom('reporting_network')
    .where('rollout', 'not in', (query) =>
      query.selectFrom('rollout').select('id').where('status', 'in', activeStatuses),
    )
    .execute()
  await db
    .deleteFrom('release_error')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('release')
            .select('id')
            .whereRef('release.app', '=', 'release_error.remote')
            .whereRef('release.id', '=', 'release_error.release')
            .where('collected_at', 'is', null),
        ),
      ),
    )
    .execute()
}
