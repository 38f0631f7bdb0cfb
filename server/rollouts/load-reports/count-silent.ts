import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../../database/tables.ts'

const silentAfterMs = 2 * 60_000 // a shell reports its load as soon as the browser is idle
const maxCounted = 500 // at once: an outage may silence thousands

/**
 * Counts the page views of which nothing was reported in time, once for a visitor: what is reported later changes nothing. Several
 * servers may count: each view is counted by the first that gets to it.
 */
export async function countSilent(db: Db): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await db.transaction().execute(async (trx) => {
    // No server waits for rows that another one is changing, so that they never deadlock.
    const { rows } = await sql<{ rollout: string; arm: string; family: string }>`
      with due as (
        select rollout, network from reporting_network where shown_at <= ${Date.now() - silentAfterMs}
        limit ${maxCounted} ${sql.raw(isPostgres ? 'for update skip locked' : '')})
      update reporting_network set shown_at = null, shown_share = ${fullShare} from due
      where reporting_network.rollout = due.rollout and reporting_network.network = due.network
      returning reporting_network.rollout as rollout, shown_arm as arm, shown_family as family`.execute(trx)
    const sums = Map.groupBy(rows, ({ rollout, family }) => `${rollout} ${family}`)
    // In the same order as loads.
    for (const [, same] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const [canary, all] = [same.filter(({ arm }) => arm === 'canary').length, same.length]
      const { rollout, family } = same[0] ?? { rollout: '', family: '' }
      await sql`insert into load_count (rollout, family, canary_silent, stable_silent)
        values (${rollout}, ${family}, ${canary}, ${all - canary})
        on conflict (rollout, family) do update set
          canary_silent = load_count.canary_silent + excluded.canary_silent,
          stable_silent = load_count.stable_silent + excluded.stable_silent`.execute(trx)
    }
  })
}
