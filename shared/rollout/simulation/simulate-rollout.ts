import { decide } from '../decide.ts'
import type { ReportBucket } from '../evidence.ts'
import { fullShare } from '../plans.ts'
import type { Plan } from '../rollout-record.ts'
import { notRolledOut, type RemoteDeployment } from '../rollout-state.ts'
import { transition } from '../transition.ts'
import type { Random } from './seeded-random.ts'

/** The rollout to simulate. */
export interface SimulatedRolloutOptions {
  readonly plan: Plan
  /** Loads of the remote in both arms together. */
  readonly loadsPerMinute: number
  /** The failure rate at a minute after the start. */
  readonly failures: { readonly canary: RateAt; readonly stable: RateAt }
  readonly random: Random
  /** Stops after this many minutes. */
  readonly limitMinutes: number
  /** Time between two evaluations: `evaluationIntervalSeconds` on a real site. */
  readonly bucketSeconds: number
}

type RateAt = (minute: number) => number

/** The outcome of a simulated rollout. */
export interface SimulatedRollout {
  readonly status: 'completed' | 'rolled-back' | 'unfinished'
  readonly minutes: number
  /** Loads of the canary until then. */
  readonly canaryLoads: number
  /** Whether it was paused on the way, and resumed immediately. */
  readonly wasPaused: boolean
}

/**
 * Runs the code that decides real rollouts on random loads. The testers' step and every pause end immediately, and
 * failures come from enough networks, so nothing prevents a wrong rollback.
 */
export function simulateRollout(options: SimulatedRolloutOptions): SimulatedRollout {
  let deployment = startRollout(options.plan)
  let canaryLoads = 0
  let wasPaused = false
  const end = (status: SimulatedRollout['status'], at: number): SimulatedRollout => ({
    status,
    minutes: (at * options.bucketSeconds) / 60,
    canaryLoads,
    wasPaused,
  })
  const lastBucket = (options.limitMinutes * 60) / options.bucketSeconds
  for (let at = 1; at <= lastBucket; at += 1) {
    const bucket = drawBucket(options, at, deployment.rollout?.share ?? 0)
    if (countLoads(bucket) === 0) continue // like the server, which doesn't evaluate without reports
    canaryLoads += bucket.families.all?.canary.loads ?? 0
    deployment = transition(deployment, { kind: 'reported', bucket })
    const event = decide(deployment)
    if (event === null) continue
    deployment = transition(deployment, event)
    if (event.kind === 'paused') {
      wasPaused = true
      deployment = transition(deployment, { kind: 'resumed' })
    }
    const status = deployment.rollout?.status
    if (status === 'completed' || status === 'rolled-back') return end(status, at)
  }
  return end('unfinished', lastBucket)
}

function startRollout(plan: Plan): RemoteDeployment {
  const started = transition(
    { ...notRolledOut, stable: 'before' },
    { kind: 'started', id: 'simulated', to: 'after', plan },
  )
  return plan.steps[0]?.share === 0 ? transition(started, { kind: 'advanced' }) : started
}

function drawBucket(options: SimulatedRolloutOptions, at: number, share: number): ReportBucket {
  const { loadsPerMinute, bucketSeconds, failures, random } = options
  const seconds = at * bucketSeconds
  const loads = random.poisson((loadsPerMinute * bucketSeconds) / 60)
  const canary = random.binomial(loads, share / fullShare)
  const ofArm = (count: number, rateAt: RateAt) => ({
    loads: count,
    failures: random.binomial(count, rateAt(seconds / 60)),
  })
  const all = { canary: ofArm(canary, failures.canary), stable: ofArm(loads - canary, failures.stable) }
  return { atMs: seconds * 1_000, families: { all }, failingNetworks: networks, reportingNetworks: networks }
}

const networks = 1_000

function countLoads({ families }: ReportBucket): number {
  return Object.values(families).reduce((sum, { canary, stable }) => sum + canary.loads + stable.loads, 0)
}
