import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import { countSignals } from './count-by-arm.ts'
import type { ReportedLoad } from './get-reported-loads.ts'

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
    const { rows } = await sql<Pick<ReportedLoad, 'rollout' | 'arm'>>`
      with due as (
        select rollout, network from reporting_network where shown_at <= ${Date.now() - silentAfterMs}
        limit ${maxCounted} ${sql.raw(isPostgres ? 'for update skip locked' : '')})
      update reporting_network set shown_at = null, shown_share = ${fullShare} from due
      where reporting_network.rollout = due.rollout and reporting_network.network = due.network
      returning reporting_network.rollout as rollout, reporting_network.shown_arm as arm`.execute(trx)
    await countSignals(
      trx,
      rows.map((row) => ({ ...row, signal: 'silent', vital: null })),
    )
  })
}
