import { decide } from '../decide.ts'
import type { ReportBucket } from '../evidence.ts'
import { fullShare } from '../plans.ts'
import type { Plan } from '../rollout-record.ts'
import { notRolledOut, type RemoteDeployment } from '../rollout-state.ts'
import { transition } from '../transition.ts'
import type { Random } from './seeded-random.ts'

/** A ramp to simulate. */
export interface SimulatedRolloutOptions {
  readonly plan: Plan
  /** Loads of the remote, of both arms together. */
  readonly loadsPerMinute: number
  /** Share of the loads that fail at a minute since the start. */
  readonly failures: { readonly canary: RateAt; readonly stable: RateAt }
  readonly random: Random
  /** Gives up after so many minutes. */
  readonly limitMinutes: number
  /** Time between two looks at the reports: `secondsBetweenLooks` on a real site. */
  readonly bucketSeconds: number
}

type RateAt = (minute: number) => number

/** How a ramp ended. */
export interface SimulatedRollout {
  readonly status: 'completed' | 'rolled-back' | 'unfinished'
  readonly minutes: number
  /** Loads of the canary until then. */
  readonly canaryLoads: number
  /** True: it was paused on the way, and a person resumed it at once. */
  readonly wasPaused: boolean
}

/**
 * Lets the code that decides real rollouts decide one, on loads drawn by chance. The testers' step ends at once, every
 * pause is resumed at once, and failures come from as many networks as the decision asks for: what a wrong rollback
 * could have against it is left out.
 */
export function simulateRollout(ramp: SimulatedRolloutOptions): SimulatedRollout {
  let staging = startRollout(ramp.plan)
  let canaryLoads = 0
  let wasPaused = false
  const end = (status: SimulatedRollout['status'], at: number): SimulatedRollout => ({
    status,
    minutes: (at * ramp.bucketSeconds) / 60,
    canaryLoads,
    wasPaused,
  })
  const lastBucket = (ramp.limitMinutes * 60) / ramp.bucketSeconds
  for (let at = 1; at <= lastBucket; at += 1) {
    const bucket = drawBucket(ramp, at, staging.rollout?.share ?? 0)
    if (bucket.canary.loads + bucket.stable.loads === 0) continue // as the server: there is nothing to look at
    canaryLoads += bucket.canary.loads
    staging = transition(staging, { kind: 'reported', bucket })
    const decided = decide(staging)
    if (decided === null) continue
    staging = transition(staging, decided)
    if (decided.kind === 'paused') {
      wasPaused = true
      staging = transition(staging, { kind: 'resumed' })
    }
    const status = staging.rollout?.status
    if (status === 'completed' || status === 'rolled-back') return end(status, at)
  }
  return end('unfinished', lastBucket)
}

function startRollout(plan: Plan): RemoteDeployment {
  const started = transition(
    { ...notRolledOut, stable: 'before' },
    { kind: 'started', id: 'simulated', to: 'after', plan, salt: '' },
  )
  return plan.steps[0]?.share === 0 ? transition(started, { kind: 'advanced' }) : started
}

function drawBucket(ramp: SimulatedRolloutOptions, at: number, share: number): ReportBucket {
  const { loadsPerMinute, bucketSeconds, failures, random } = ramp
  const seconds = at * bucketSeconds
  const loads = random.poisson((loadsPerMinute * bucketSeconds) / 60)
  const canary = random.binomial(loads, share / fullShare)
  const ofArm = (count: number, rateAt: RateAt) => ({
    loads: count,
    failures: random.binomial(count, rateAt(seconds / 60)),
  })
  return {
    atMs: seconds * 1_000,
    canary: ofArm(canary, failures.canary),
    stable: ofArm(loads - canary, failures.stable),
    failingNetworks,
  }
}

const failingNetworks = ['a', 'b', 'c']
