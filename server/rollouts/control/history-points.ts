import { type HistoryPoint, PointSchema } from '@portico/protocol/rollout/history-api.ts'
import type { RolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'

const minuteMs = 60_000
const resolution = 100 // a month has 700 points

const StoredPointSchema = v.pipe(v.string(), v.parseJson(), PointSchema)

/** A stored point. */
export const parsePoint = (body: string): HistoryPoint => v.parse(StoredPointSchema, body)

/** Stores what a rollout has counted at `at`, unless the last point is less than a minute, or a hundredth of its age, ago. */
export async function addPoint(
  trx: Db,
  rollout: RolloutState,
  { at, startedAt }: { readonly at: number; readonly startedAt: number },
): Promise<void> {
  const { last } = await trx
    .selectFrom('rollout_point')
    .select(({ fn }) => fn.max('at').as('last'))
    .where('rollout', '=', rollout.id)
    .executeTakeFirstOrThrow()
  if (at - (last ?? 0) < Math.max(minuteMs, (at - startedAt) / resolution)) return
  const body = JSON.stringify(toPoint(rollout, at))
  await trx.insertInto('rollout_point').values({ rollout: rollout.id, at, body }).execute()
}

/** The points, and what the rollout has counted since the last one. */
export function addNewest(points: readonly HistoryPoint[], rollout: RolloutState): HistoryPoint[] {
  const { untilMs } = rollout.evidence
  const isNewer = untilMs !== null && untilMs > (points.at(-1)?.at ?? 0)
  return isNewer ? [...points, toPoint(rollout, untilMs)] : [...points]
}

function toPoint({ share, evidence }: RolloutState, at: number): HistoryPoint {
  const { canary, stable, reportingNetworks: reporting } = evidence
  const signals = Object.entries(evidence.signals).map(([name, of]) => [
    name,
    { canary: of.canary, stable: of.stable },
  ])
  return { at, share, canary, stable, reporting, signals: Object.fromEntries(signals) }
}
