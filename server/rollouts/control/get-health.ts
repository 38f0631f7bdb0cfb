import { signalNames } from '@portico/protocol/discovery/load-report.ts'
import { compareLoads, compareRates, compareSignals } from '@portico/protocol/rollout/describe-signal.ts'
import { pauseEValue } from '@portico/protocol/rollout/evaluate.ts'
import { getEValue } from '@portico/protocol/rollout/evidence.ts'
import type { HistoryPoint } from '@portico/protocol/rollout/history-api.ts'
import { describeAlarm } from '@portico/protocol/rollout/monitoring.ts'
import type { Health } from '@portico/protocol/rollout/overview-api.ts'
import type { Arm } from '@portico/protocol/rollout/rollout-record.ts'
import type { RolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import { noVisitors, signals } from '@portico/protocol/rollout/signals.ts'

const silentMs = 3_600_000
const enoughLoads = 100 // one failure in fewer says nothing
const recentPoints = 6 // a quarter of those in the overview

interface Watched {
  readonly rollout: RolloutState
  /** The latest, oldest first; the last is now. */
  readonly points: readonly HistoryPoint[]
  readonly now: number
}

/** How both arms of a rollout are doing. */
export function getHealth(watched: Watched): { readonly canary: Health; readonly stable: Health } {
  return { canary: getCanaryHealth(watched), stable: getStableHealth(watched) }
}

function getCanaryHealth({ rollout, now }: Watched): Health {
  const { evidence, plan, step, lastReportMs } = rollout
  const { canary, stable, reportingNetworks: reporting } = evidence
  const counts = { canary, stable }
  const hard = hardSignals.map((name) => ({ name, ...(evidence.signals[name] ?? noVisitors) }))
  const isWorse = [compareLoads(counts), ...compareSignals({ signals: hard, counts, reporting })].some(
    ({ lower }) => lower > 0,
  )
  if (isWorse || getEValue(evidence) >= pauseEValue || describeAlarm(evidence) !== null) return 'worse'
  const needed = Math.max(enoughLoads, plan.steps[step]?.minimumLoads ?? 0)
  return canary.loads < needed || isSilent(lastReportMs, now) ? 'unknown' : 'good'
}

/** Against its own past in this rollout: an outage is the same in both arms. */
function getStableHealth({ rollout, points, now }: Watched): Health {
  const { stable } = rollout.evidence
  const past = points.at(-1 - recentPoints)?.stable ?? { loads: 0, failures: 0 }
  const recent = { loads: stable.loads - past.loads, failures: stable.failures - past.failures }
  if (past.loads > 0 && compareRates(toRate(recent), toRate(past)).lower > 0) return 'worse'
  return recent.loads === 0 || stable.loads < enoughLoads || isSilent(rollout.lastReportMs, now)
    ? 'unknown'
    : 'good'
}

const hardSignals = signalNames.filter((name) => signals[name].isHard)
const toRate = ({ loads, failures }: Arm) => ({ count: failures, of: loads })
const isSilent = (lastReportMs: number | null, now: number) => now - (lastReportMs ?? 0) > silentMs
