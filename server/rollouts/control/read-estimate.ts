import { estimateSteps } from '@portico/protocol/rollout/estimate-steps.ts'
import type { Evidence } from '@portico/protocol/rollout/evidence.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { parseRolloutState, type RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import type { Db } from '../../database/tables.ts'

const minuteMs = 60_000
// Fewer loads, or a shorter time, say little about the traffic of a day.
const enough = { loads: 20, minutes: 10 }
const earlierRollouts = 5

/** When the steps of a rollout in progress are likely to end; null: nothing is known about the traffic of its remote. */
export async function readEstimate(
  db: Db,
  remote: string,
  deployment: RemoteDeployment,
): Promise<NonNullable<Rollout['estimate']> | null> {
  const { rollout } = deployment
  if (rollout === null) return null
  const now = Date.now()
  const current = getLoadsPerMinute(rollout.evidence, now)
  const loadsPerMinute = current ?? (await readEarlierTraffic(db, remote, rollout.id))
  if (loadsPerMinute === null) return null
  return {
    loadsPerMinute,
    countedIn: current === null ? 'last-rollout' : 'this-rollout',
    steps: estimateSteps(deployment, { loadsPerMinute, now }),
  }
}

/** Of the latest earlier rollout that had enough loads. */
async function readEarlierTraffic(db: Db, remote: string, id: string): Promise<number | null> {
  const rows = await db
    .selectFrom('rollout')
    .select('state')
    .where('remote', '=', remote)
    .where('id', '!=', id)
    .orderBy('started_at', 'desc')
    .limit(earlierRollouts)
    .execute()
  for (const { state } of rows) {
    const { evidence } = parseRolloutState(state)
    const loadsPerMinute = getLoadsPerMinute(evidence, evidence.untilMs)
    if (loadsPerMinute !== null) return loadsPerMinute
  }
  return null
}

/** Loads that count, in both arms, until `untilMs`; null: too few, or too short a time. */
export function getLoadsPerMinute(
  { canary, stable, sinceMs }: Evidence,
  untilMs: number | null,
): number | null {
  const loads = canary.loads + stable.loads
  const minutes = ((untilMs ?? 0) - (sinceMs ?? 0)) / minuteMs
  return loads < enough.loads || minutes < enough.minutes ? null : loads / minutes
}
