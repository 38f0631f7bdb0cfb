import { decide } from '@portico/shared/rollout/decide.ts'
import type { ReportBucket } from '@portico/shared/rollout/evidence.ts'
import { rollbackNetworks } from '@portico/shared/rollout/evidence.ts'
import { getActiveRollout, type RolloutState } from '@portico/shared/rollout/rollout-state.ts'
import type { Kysely } from 'kysely'
import type { Services } from '../../app.ts'
import type { Tables } from '../../database/tables.ts'
import { type Change, makeChange } from '../changes/make-change.ts'
import { applyFact } from './apply-event.ts'
import { readStaging } from './deployment-repository.ts'

const by = 'site'

/**
 * Takes into account what browsers have reported since the last time, and does what follows from it: the next step, a
 * pause, a rollback. Of what is counted already nothing counts again, however many servers do this.
 */
export async function evaluate({ db, document }: Pick<Services, 'db' | 'document'>): Promise<void> {
  const rows = await db
    .selectFrom('rollout')
    .select(['id', 'remote'])
    .where('status', 'in', ['running', 'paused'])
    .execute()
  let hasDecided = false
  for (const row of rows)
    hasDecided = (await makeChange(db, (change) => evaluateOne(change, row))) || hasDecided
  if (hasDecided) await document.refresh()
}

/** True: something was decided. */
async function evaluateOne(
  change: Change,
  { id, remote }: { readonly id: string; readonly remote: string },
): Promise<boolean> {
  const { trx, at, document } = change
  let staging = await readStaging(trx, remote, document)
  const rollout = getActiveRollout(staging)
  if (rollout?.id !== id) return false
  const bucket = await newReports(trx, rollout, at)
  if (bucket !== null) staging = await applyFact(change, { remote, fact: { kind: 'reported', bucket }, by })
  const fact = decide(staging)
  if (fact !== null) await applyFact(change, { remote, fact, by })
  return fact !== null
}

/** What has been reported and is not in the evidence yet; null: nothing. */
async function newReports(
  trx: Kysely<Tables>,
  { id, evidence }: RolloutState,
  at: number,
): Promise<ReportBucket | null> {
  const { canary: open, stable: openStable } = evidence.open ?? noLoads
  const sums = await trx
    .selectFrom('metric')
    .select(({ fn }) => [
      fn.sum<number | string | null>('canary_loads').as('canaryLoads'),
      fn.sum<number | string | null>('canary_failures').as('canaryFailures'),
      fn.sum<number | string | null>('stable_loads').as('stableLoads'),
      fn.sum<number | string | null>('stable_failures').as('stableFailures'),
    ])
    .where('rollout', '=', id)
    .executeTakeFirstOrThrow()
  const canary = {
    loads: Number(sums.canaryLoads) - evidence.canary.loads - open.loads,
    failures: Number(sums.canaryFailures) - evidence.canary.failures - open.failures,
  }
  const stable = {
    loads: Number(sums.stableLoads) - evidence.stable.loads - openStable.loads,
    failures: Number(sums.stableFailures) - evidence.stable.failures - openStable.failures,
  }
  if (canary.loads + stable.loads === 0) return null
  return { atMs: at, canary, stable, failingNetworks: await failingNetworks(trx, id) }
}

const none = { loads: 0, failures: 0 }
const noLoads = { canary: none, stable: none }

async function failingNetworks(trx: Kysely<Tables>, rollout: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('failing_network')
    .select('network')
    .where('rollout', '=', rollout)
    .orderBy('network')
    .limit(rollbackNetworks)
    .execute()
  return rows.map(({ network }) => network)
}
