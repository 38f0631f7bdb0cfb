import {
  type Comparison,
  compareLoads,
  compareSignals,
  toPercent,
} from '@portico/protocol/rollout/describe-signal.ts'
import type { HistoryPoint, RolloutHistory } from '@portico/protocol/rollout/history-api.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'

/** What both arms had at a time, since the start; null: no loads yet. */
export interface RatePoint {
  readonly at: number
  /** Basis points. */
  readonly share: number
  readonly canary: number | null
  readonly stable: number | null
}

/** The rates of one comparison over time: of `loads`, or of a signal. */
export function getRates(points: readonly HistoryPoint[], name: string): RatePoint[] {
  return points.map((point) => {
    const { at, share, canary, stable } = point
    const rates = name === 'loads' ? compareLoads(point) : compareSignal(point, name)
    return {
      at,
      share,
      canary: canary.loads === 0 ? null : (rates?.canary ?? 0),
      stable: stable.loads === 0 ? null : (rates?.stable ?? 0),
    }
  })
}

function compareSignal(point: HistoryPoint, name: string): Comparison | undefined {
  const { canary = 0, stable = 0 } = point.signals[name] ?? {}
  const counts = { canary: point.canary, stable: point.stable }
  return compareSignals({ signals: [{ name, canary, stable }], counts, reporting: point.reporting })[0]
}

const actions: Readonly<Record<string, string>> = {
  'rollout.start': 'started',
  'rollout.advance': 'advanced',
  'rollout.plan': 'plan changed',
  'rollout.pause': 'paused',
  'rollout.resume': 'resumed',
  'rollout.cancel': 'cancelled',
  'rollout.rollback': 'rolled back',
  'remote.off': 'turned off',
  'remote.on': 'turned on',
  'remote.freeze': 'frozen',
  'remote.unfreeze': 'unfrozen',
}

/** What happened to a rollout, such as `advanced by ana`. */
export function getMarks(events: RolloutHistory['events']): { at: number; label: string }[] {
  return events.map(({ at, what, by }) => ({ at, label: `${describeAction(what)} by ${by}` }))
}

/** What an event did, such as `rolled back`; its name, if it is another one. */
function describeAction(what: AuditEvent['what']): string {
  return actions[what] ?? what
}

/** What a chart of the rates shows, in a sentence. */
export function summarizeRates(label: string, points: readonly RatePoint[]): string {
  const last = points.findLast(({ canary, stable }) => canary !== null && stable !== null)
  if (last === undefined) return `${label} of both arms over time: no loads yet.`
  const peak = Math.max(...points.map(({ canary }) => canary ?? 0))
  return `${label} of both arms over time. Latest: ${toPercent(last.canary ?? 0)} % with the canary (at most ${toPercent(peak)} %), ${toPercent(last.stable ?? 0)} % with stable.`
}
