import { getMissingEvidence } from '@portico/shared/rollout/decide.ts'
import { getEValue, getExcessPoints } from '@portico/shared/rollout/evidence.ts'
import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { getActiveRollout, type RolloutState } from '@portico/shared/rollout/rollout-state.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { readDocument } from '../discovery/discovery-repository.ts'
import { parseRollout, readStaging } from './deployment-repository.ts'
import type { RolloutTables } from './tables.ts'

const mostRollouts = 200

/** Every rollout, the newest first. */
export async function listRollouts(db: Kysely<Tables>): Promise<Rollout[]> {
  const rows = await db
    .selectFrom('rollout')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(mostRollouts)
    .execute()
  return Promise.all(rows.map((row) => toldOf(db, row)))
}

/** One rollout, with its evidence and what is missing. Throws `rollout-unknown`. */
export async function readRollout(db: Kysely<Tables>, id: string): Promise<Rollout> {
  return toldOf(db, await rowOf(db, id))
}

/** Which remote a rollout is of. Throws `rollout-unknown`. */
export async function remoteOf(db: Kysely<Tables>, id: string): Promise<string> {
  return (await rowOf(db, id)).remote
}

async function rowOf(db: Kysely<Tables>, id: string): Promise<Selectable<RolloutTables['rollout']>> {
  const row = await db.selectFrom('rollout').selectAll().where('id', '=', id).executeTakeFirst()
  if (row !== undefined) return row
  throw new Problem('rollout-unknown', { hint: 'GET /-/rollouts lists the rollouts there are.' })
}

async function toldOf(db: Kysely<Tables>, row: Selectable<RolloutTables['rollout']>): Promise<Rollout> {
  const rollout = parseRollout(row.state)
  const { id, from, to, plan, salt, status, step, share, bakedMs, reason, evidence } = rollout
  return {
    ...{ id, remote: row.remote, from, to, plan, salt, status, step, share, bakedMs, reason },
    startedAt: row.started_at,
    changedAt: row.changed_at,
    startedBy: row.started_by,
    counts: { canary: evidence.canary, stable: evidence.stable },
    evidence: getEValue(evidence),
    excessPoints: getExcessPoints(evidence),
    missing: await missing(db, row.remote, rollout),
  }
}

async function missing(db: Kysely<Tables>, remote: string, { id }: RolloutState): Promise<string[]> {
  const staging = await readStaging(db, remote, await readDocument(db))
  return getActiveRollout(staging)?.id === id ? [...getMissingEvidence(staging)] : []
}
