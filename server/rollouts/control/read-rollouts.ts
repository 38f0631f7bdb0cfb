import { signalNames, vitalNames } from '@portico/protocol/discovery/load-report.ts'
import { getMissingEvidence } from '@portico/protocol/rollout/decide.ts'
import { getEValue, getExcessPoints, getSignalEValue } from '@portico/protocol/rollout/evidence.ts'
import { getFailingNetworksNeeded } from '@portico/protocol/rollout/networks-needed.ts'
import { DroppedSchema, isActive, type Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import {
  getActiveRollout,
  parseRolloutState,
  type RolloutState,
} from '@portico/protocol/rollout/rollout-state.ts'
import { getPercentile75, vitals } from '@portico/protocol/rollout/vitals.ts'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { readDeployment } from '../../releases/changes/deployment-repository.ts'
import { readDiscovery } from '../../releases/changes/discovery-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { findWorstError } from '../load-reports/read-errors.ts'
import { listObstacles } from './list-obstacles.ts'
import { readEstimate } from './read-estimate.ts'
import type { RolloutTable } from './tables.ts'

const maxRollouts = 200

/**
 * The newest rollouts of these remotes (null: of all), and the latest of every remote, however old it is: newest first.
 */
export async function listRollouts(
  services: ReleaseStorage,
  remotes: readonly string[] | null = null,
): Promise<Rollout[]> {
  const { db } = services
  const newest = db
    .selectFrom('rollout')
    .select('id')
    .$if(remotes !== null, (query) => query.where('remote', 'in', remotes ?? []))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(maxRollouts)
  const latest = db.selectFrom('remote').select('rollout').where('rollout', 'is not', null)
  const rows = await db
    .selectFrom('rollout')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', 'in', newest), eb('id', 'in', latest)]))
    .$if(remotes !== null, (query) => query.where('remote', 'in', remotes ?? []))
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute()
  return Promise.all(rows.map((row) => toRollout(services, row)))
}

/** One rollout, with its evidence and what it still needs. Throws `rollout-unknown`. */
export async function readRollout(services: ReleaseStorage, id: string): Promise<Rollout> {
  return toRollout(services, await findRow(services.db, id))
}

/** The remote of a rollout. Throws `rollout-unknown`. */
export async function getRolloutRemote(db: Db, id: string): Promise<string> {
  return (await findRow(db, id)).remote
}

async function findRow(db: Db, id: string): Promise<Selectable<RolloutTable>> {
  const row = await db.selectFrom('rollout').selectAll().where('id', '=', id).executeTakeFirst()
  if (row !== undefined) return row
  throw new Problem('rollout-unknown', { hint: 'List the latest rollout of each remote with `status`.' })
}

async function toRollout(services: ReleaseStorage, row: Selectable<RolloutTable>): Promise<Rollout> {
  const rollout = parseRolloutState(row.state)
  const { id, from, to, plan, status, step, share, bakedMs, reason, evidence } = rollout
  return {
    id,
    remote: row.remote,
    from,
    to,
    plan,
    status,
    step,
    share,
    bakedMs,
    reason,
    startedAt: row.started_at,
    changedAt: row.changed_at,
    startedBy: row.started_by,
    counts: { canary: evidence.canary, stable: evidence.stable },
    evidence: getEValue(evidence),
    excessPoints: getExcessPoints(evidence),
    networks: {
      reporting: evidence.reportingNetworks,
      failing: evidence.failingNetworks,
      // Of the step: a rollout that was rolled back has no share any more.
      needed: getFailingNetworksNeeded(Math.max(share, plan.steps[step]?.share ?? 0)),
    },
    countedBy: services.configuration.countedBy,
    signals: signalNames.flatMap((name) => {
      const signal = evidence.signals[name]
      if (signal === undefined) return []
      const { matched: canary, stable, expected } = signal
      return [{ name, canary, stable, expected, evidence: getSignalEValue(evidence, name) }]
    }),
    error: await findWorstError(services.db, { remote: row.remote, release: to }),
    vitals: vitalNames.flatMap((name) => {
      const of = (arm: 'canary' | 'stable') => getPercentile75(evidence.vitals, name, arm)
      const [canary, stable] = [of('canary'), of('stable')]
      return canary === null || stable === null ? [] : [{ name, signal: vitals[name].signal, canary, stable }]
    }),
    dropped: await readDropped(services.db, id),
    lastReportAt: rollout.lastReportMs,
    ...(await readProgress(services, row.remote, rollout)),
  }
}

/** What a rollout is waiting for, and when its steps are likely to end. */
async function readProgress(
  { db, configuration }: ReleaseStorage,
  remote: string,
  rollout: RolloutState,
): Promise<Pick<Rollout, 'missing' | 'estimate'>> {
  const nothing = { missing: [], estimate: null }
  if (!isActive(rollout)) return nothing
  const { id, to } = rollout
  const document = await readDiscovery(db)
  const deployment = await readDeployment(db, remote, document)
  if (getActiveRollout(deployment)?.id !== id) return nothing
  const obstacles = await listObstacles({ trx: db, document }, { remote, id: to })
  return {
    missing: [...getMissingEvidence(deployment, configuration.countedBy), ...obstacles],
    estimate: await readEstimate(db, remote, deployment),
  }
}

async function readDropped(db: Db, rollout: string): Promise<Rollout['dropped']> {
  const rows = await db
    .selectFrom('dropped_load')
    .select(['reason', 'count'])
    .where('rollout', '=', rollout)
    .execute()
  return v.parse(DroppedSchema, Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)])))
}
