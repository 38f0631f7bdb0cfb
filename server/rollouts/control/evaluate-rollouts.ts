import { decide, evaluationIntervalSeconds } from '@portico/protocol/rollout/decide.ts'
import type { ReportBucket } from '@portico/protocol/rollout/evidence.ts'
import { getActiveRollout, type RolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import type { SignalCounts } from '@portico/protocol/rollout/signals.ts'
import { createHistogram, type VitalCounts, type VitalsEvidence } from '@portico/protocol/rollout/vitals.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../database/database.ts'
import { unlessUnavailable } from '../../database/database-unavailable.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { readDeployment } from '../../releases/changes/deployment-repository.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { type Change, makeChange } from '../../releases/changes/make-change.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { withSpan } from '../../tracing/with-span.ts'
import { applyEvent } from './apply-event.ts'
import { addPoint } from './history-points.ts'
import { createLease } from './lease.ts'
import { listObstacles } from './list-obstacles.ts'

/**
 * Evaluates every rollout once a second, unless another server does, until the returned function is called. While the
 * database is unavailable rollouts do not advance, and no visitor changes arms.
 */
export function startEvaluating(
  services: ReleaseStorage & { readonly kind: Database['kind']; readonly discovery: Discovery },
  onError: (error: unknown) => void,
): () => Promise<void> {
  const lease = createLease(services, 'evaluate')
  const evaluate = async () => {
    if (await lease.acquire()) await evaluateRollouts(services)
  }
  const stop = runPeriodically(evaluate, { everyMs: evaluationIntervalSeconds * 1_000, onError })
  return async () => {
    await stop()
    await lease.release().catch(unlessUnavailable(onError))
  }
}

/**
 * Evaluates what browsers have reported since the last evaluation, and applies the decision: the next step, a pause or a
 * rollback. Every report counts once, however many servers evaluate.
 */
export async function evaluateRollouts(
  services: ReleaseStorage & { readonly discovery: Discovery },
): Promise<void> {
  const rows = await services.db
    .selectFrom('rollout')
    .select(['id', 'remote', 'started_at'])
    .where('status', 'in', ['running', 'paused'])
    .execute()
  let hasDecided = false
  for (const row of rows)
    hasDecided =
      (await withSpan('evaluate rollout', { remote: row.remote }, () =>
        makeChange(services, systemActors.site, (change) => evaluateRollout(change, row)),
      )) || hasDecided
  if (hasDecided) await services.discovery.refresh()
}

/** True: a decision was made. */
async function evaluateRollout(
  change: Change,
  { id, remote, started_at }: { readonly id: string; readonly remote: string; readonly started_at: number },
): Promise<boolean> {
  const { trx, at, document } = change
  let deployment = await readDeployment(trx, remote, document)
  const rollout = getActiveRollout(deployment)
  if (rollout?.id !== id) return false
  const bucket = await readNewReports(trx, rollout, at)
  if (bucket !== null) {
    deployment = await applyEvent(change, { remote, event: { kind: 'reported', bucket } })
    await addPoint(trx, deployment.rollout ?? rollout, { at, startedAt: started_at })
  }
  const decision = decide(deployment)
  if (decision === null) return false
  // `status` shows what it is waiting for.
  const obstacles =
    decision.kind === 'advanced' ? await listObstacles(change, { remote, id: rollout.to }) : []
  if (obstacles.length > 0) return false
  await applyEvent(change, { remote, event: decision })
  return true
}

/** Reports that are not part of the evidence yet; null: there are none. */
async function readNewReports(
  trx: Db,
  { id, evidence }: RolloutState,
  at: number,
): Promise<ReportBucket | null> {
  const rows = await trx.selectFrom('load_count').selectAll().where('rollout', '=', id).execute()
  const families = rows.flatMap((row) => {
    const { canary, stable } = evidence.counted[row.family] ?? noLoads
    const added = {
      canary: {
        loads: row.canary_loads - canary.loads,
        failures: row.canary_failures - canary.failures,
      },
      stable: {
        loads: row.stable_loads - stable.loads,
        failures: row.stable_failures - stable.failures,
      },
    }
    // A page that breaks after it has loaded adds a failure without a load.
    const count = [added.canary, added.stable].reduce((sum, arm) => sum + arm.loads + arm.failures, 0)
    return count === 0 ? [] : [[row.family, added] as const]
  })
  const silent = getNewSilent(rows, evidence)
  const signals = { ...(await readNewSignals(trx, { id, evidence })), ...(silent && { silent }) }
  const vitals = await readNewVitals(trx, id, evidence.vitals)
  if (families.length + Object.keys(signals).length + Object.keys(vitals).length === 0) return null
  const sum = (count: 'canary_first_failures' | 'stable_first_failures') =>
    rows.reduce((total, row) => total + row[count], 0)
  const firstFailures = {
    canary: sum('canary_first_failures') - evidence.firstFailures.canary,
    stable: sum('stable_first_failures') - evidence.firstFailures.stable,
  }
  return {
    atMs: at,
    families: Object.fromEntries(families),
    firstFailures,
    signals,
    vitals,
    ...(await countNetworks(trx, id)),
  }
}

/** The visitors with signals whom `evidence` lacks. */
async function readNewSignals(
  trx: Db,
  { id, evidence }: Pick<RolloutState, 'id' | 'evidence'>,
): Promise<SignalCounts> {
  const rows = await trx.selectFrom('signal_count').selectAll().where('rollout', '=', id).execute()
  const added = rows.flatMap(({ signal, canary, stable }) => {
    const counted = evidence.signals[signal] ?? { canary: 0, stable: 0 }
    const more = { canary: canary - counted.canary, stable: stable - counted.stable }
    return more.canary + more.stable === 0 ? [] : [[signal, more] as const]
  })
  return Object.fromEntries(added)
}

/** The silent pages that `evidence` lacks, by browser family; null: none. */
function getNewSilent(
  rows: readonly Selectable<Tables['load_count']>[],
  { signals }: RolloutState['evidence'],
): SignalCounts['silent'] | null {
  const families = rows.flatMap(({ family, canary_silent, stable_silent }) => {
    const counted = signals.silent?.families?.[family] ?? { canary: 0, stable: 0 }
    const more = { canary: canary_silent - counted.canary, stable: stable_silent - counted.stable }
    return more.canary + more.stable === 0 ? [] : [[family, more] as const]
  })
  const sum = (arm: 'canary' | 'stable') => families.reduce((total, [, more]) => total + more[arm], 0)
  if (families.length === 0) return null
  return { canary: sum('canary'), stable: sum('stable'), families: Object.fromEntries(families) }
}

const none = { loads: 0, failures: 0 }
const noLoads = { canary: none, stable: none }

async function countNetworks(
  trx: Db,
  rollout: string,
): Promise<Pick<ReportBucket, 'reportingNetworks' | 'failingNetworks'>> {
  const { reporting, failing } = await trx
    .selectFrom('reporting_network')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('reporting'),
      fn.sum<number | string | null>('canary_failed').as('failing'),
    ])
    .where('rollout', '=', rollout)
    .where('canary_loads', '>', 0)
    .executeTakeFirstOrThrow()
  return { reportingNetworks: Number(reporting), failingNetworks: Number(failing) }
}

/** The values that the evidence of a rollout lacks. */
async function readNewVitals(trx: Db, rollout: string, known: VitalsEvidence): Promise<VitalCounts> {
  const rows = await trx.selectFrom('vital_count').selectAll().where('rollout', '=', rollout).execute()
  const added: { -readonly [Name in keyof VitalCounts]: VitalCounts[Name] } = {}
  for (const { vital, bucket, ...counts } of rows) {
    for (const arm of ['canary', 'stable'] as const) {
      const more = counts[arm] - (known[vital]?.[arm][bucket] ?? 0)
      if (more === 0) continue
      added[vital] ??= { canary: createHistogram(), stable: createHistogram() }
      added[vital][arm][bucket] = more
    }
  }
  return added
}
