import { decide } from './decide.ts'
import type { ReportBucket } from './evidence.ts'
import { fullShare } from './plans.ts'
import { getActiveRollout, type RemoteDeployment, type RolloutState } from './rollout-state.ts'
import { transition } from './transition.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
// Intervals that resolve bake times, no longer than the longest gap between reports that counts as one.
const bucketLoads = 20
const minBucketMs = minuteMs / 4
const maxBucketMs = 5 * minuteMs
const prior = { failures: 0.5, loads: 100 }
// In simulations of healthy releases, eight of ten steps that wait for evidence took 0.6 to 1.7 times the expected time.
const luck = { from: 0.6, to: 1.7 }

export interface StepEstimate {
  /** Basis points. */
  readonly share: number
  /** Milliseconds since 1970: in eight of ten cases between these, if the release is as healthy as stable. */
  readonly from: number
  readonly to: number
}

interface Traffic {
  readonly loadsPerMinute: number
  readonly now: number
}

/**
 * Estimates when each step that is left will end, by running the real decisions on the expected loads of a healthy release.
 * A testers' step and a pause are taken to end now. Steps that would take more than 30 days from now are missing.
 */
export function estimateSteps(deployment: RemoteDeployment, traffic: Traffic): StepEstimate[] {
  return [...simulateSteps(deployment, traffic, 30 * dayMs)]
}

/** Estimates when the current step will end, in a fraction of the time; null: unknown, or it would take more than a day. */
export function estimateStep(deployment: RemoteDeployment, traffic: Traffic): StepEstimate | null {
  return simulateSteps(deployment, traffic, dayMs).next().value ?? null
}

function* simulateSteps(
  deployment: RemoteDeployment,
  { loadsPerMinute, now }: Traffic,
  limitMs: number,
): Generator<StepEstimate, undefined> {
  const bucketMs = Math.min(maxBucketMs, Math.max(minBucketMs, (bucketLoads / loadsPerMinute) * minuteMs))
  let current = skipWaiting(deployment)
  const first = getActiveRollout(current)
  if (first === null || !(loadsPerMinute > 0)) return
  const report = createReports(first, (loadsPerMinute * bucketMs) / minuteMs)
  let shortestMs = getBakeMs(first) - first.bakedMs
  for (let ms = bucketMs; ms <= limitMs; ms += bucketMs) {
    const rollout = getActiveRollout(current)
    if (rollout === null) break
    current = transition(current, { kind: 'reported', bucket: report(rollout, now + ms) })
    const event = decide(current)
    if (event === null) continue
    if (event.kind !== 'advanced') break
    const from = Math.min(ms, Math.max(luck.from * ms, shortestMs))
    yield { share: rollout.share, from: now + from, to: now + luck.to * ms }
    current = transition(current, event)
    shortestMs += getBakeMs(getActiveRollout(current))
  }
}

function skipWaiting(deployment: RemoteDeployment): RemoteDeployment {
  const rollout = getActiveRollout(deployment)
  if (rollout === null) return deployment
  const running = { ...deployment, frozen: null, rollout: { ...rollout, status: 'running' as const } }
  return rollout.share === 0 ? transition(running, { kind: 'advanced' }) : running
}

function getBakeMs(rollout: RolloutState | null): number {
  return (rollout?.plan.steps[rollout.step]?.bakeMinutes ?? 0) * minuteMs
}

/** The expected reports of `loads` loads, which are as bad in both arms as those so far. */
function createReports({ evidence }: RolloutState, loads: number) {
  const { canary, stable, reportingNetworks, failingNetworks, signals, vitals } = evidence
  const failures = canary.failures + stable.failures + prior.failures
  const known = canary.loads + stable.loads + prior.loads
  const rate = failures / known
  const networksPerLoad = canary.loads === 0 ? 1 : reportingNetworks / canary.loads
  let networks = reportingNetworks
  return ({ share }: RolloutState, atMs: number): ReportBucket => {
    const ofCanary = (loads * share) / fullShare
    networks += ofCanary * networksPerLoad
    const ofArm = (count: number) => ({ loads: count, failures: count * rate })
    const [toCanary, toStable] = [ofCanary / known, (loads - ofCanary) / known]
    const slow = Object.entries(vitals).map(([name, values]) => {
      const sums = values.canary.map((count, bucket) => count + (values.stable[bucket] ?? 0))
      const scale = (by: number) => sums.map((count) => count * by)
      return [name, { canary: scale(toCanary), stable: scale(toStable) }]
    })
    const others = Object.entries(signals).map(([name, of]) => {
      const visitors = of.canary + of.stable
      return [name, { canary: visitors * toCanary, stable: visitors * toStable }]
    })
    return {
      atMs,
      families: { all: { canary: ofArm(ofCanary), stable: ofArm(loads - ofCanary) } },
      firstFailures: { canary: 0, stable: 0 },
      signals: Object.fromEntries(others),
      vitals: Object.fromEntries(slow),
      failingNetworks,
      reportingNetworks: networks,
    }
  }
}
