import { formatCount } from '@portico/kit/format.ts'
import { describeAlarm } from '@portico/protocol/rollout/monitoring.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { PlanName } from '@portico/protocol/rollout/rollout-record.ts'
import type { RolloutState } from '@portico/protocol/rollout/rollout-state.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const pausedMs = hourMs
const approvalMs = dayMs
const frozenMs = dayMs
// Longer than visitors usually stay away at the plan's traffic; `now` has no steps that wait.
const silentMs: Readonly<Record<PlanName, number>> = {
  low: 6 * hourMs,
  mid: hourMs,
  standard: 15 * minuteMs,
  now: dayMs,
}
const enoughLoads = 2 // times the minimum: a healthy release usually needs that many to be within the margin
const patience = 2 // times the expected time
const shortestStepMs = hourMs
const longestStepMs = 3 * dayMs

interface RolloutHistory {
  readonly now: number
  /** When its state or step last changed. */
  readonly since: number
  /** When visitors first got its release; null: only testers get it. */
  readonly visitorsSince: number | null
}

/**
 * Why a rollout that is in progress waits longer than expected, to be read after "The rollout of catalogue 1.1.0"; null: it
 * doesn't. A step should take its bake time, or the time in which this site's traffic brings enough loads. It is late after
 * twice that, at least an hour and at most three days.
 */
export function describeStall(rollout: RolloutState, history: RolloutHistory): string | null {
  const { status, share, lastReportMs, plan, evidence } = rollout
  const waitedMs = history.now - history.since
  const has = (limitMs: number) => waitedMs >= limitMs
  const waited = formatDuration(waitedMs)
  if (status === 'pending')
    return has(frozenMs) ? `has been waiting for ${waited}, because the remote is frozen` : null
  if (status === 'paused')
    return has(pausedMs) ? `has been paused for ${waited}, and nobody has resumed it or rolled it back` : null
  if (status !== 'running') return null
  if (share === 0) return has(approvalMs) ? `has been waiting for ${waited} for the testers’ approval` : null
  const alarm = share === fullShare ? describeAlarm(evidence) : null
  if (alarm !== null) return `stays at 100 %, because it is worse than before: ${alarm}`
  const silence = history.now - Math.max(lastReportMs ?? 0, history.since)
  if (silence >= silentMs[plan.name])
    return `can’t go on: no browser has reported a load for ${formatDuration(silence)}. Check that visitors reach the site, that /-/beacon isn't blocked, and TRUST_PROXY`
  return has(getStepLimitMs(rollout, history))
    ? `has been at ${share / 100} % for ${waited}, longer than this site's traffic needs`
    : null
}

/** After this time a step is late. */
export function getStepLimitMs(
  { plan, step, share, evidence }: Pick<RolloutState, 'plan' | 'step' | 'share' | 'evidence'>,
  { now, visitorsSince }: RolloutHistory,
): number {
  const { bakeMinutes = 0, minimumLoads = 0 } = plan.steps[step] ?? {}
  // Of both arms, so that a canary whose reports are missing doesn't look like a site without traffic.
  const loads = evidence.canary.loads + evidence.stable.loads
  const loadsPerMs = (loads / Math.max(1, now - (visitorsSince ?? now))) * (share / fullShare)
  const collectingMs = loadsPerMs === 0 ? longestStepMs : (enoughLoads * minimumLoads) / loadsPerMs
  const expectedMs = Math.max(bakeMinutes * minuteMs, collectingMs)
  return Math.min(Math.max(patience * expectedMs, shortestStepMs), longestStepMs)
}

function formatDuration(ms: number): string {
  const [count, unit]: [number, string] =
    ms < 2 * hourMs
      ? [Math.floor(ms / minuteMs), 'minute']
      : ms < 2 * dayMs
        ? [Math.floor(ms / hourMs), 'hour']
        : [Math.floor(ms / dayMs), 'day']
  return formatCount(count, unit)
}
