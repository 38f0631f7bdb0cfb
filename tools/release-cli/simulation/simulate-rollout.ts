import { decide } from '@portico/protocol/rollout/decide.ts'
import type { ReportBucket } from '@portico/protocol/rollout/evidence.ts'
import type { Plan } from '@portico/protocol/rollout/rollout-record.ts'
import { notRolledOut, type RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import { transition } from '@portico/protocol/rollout/transition.ts'

/** The rollout to simulate. */
export interface SimulatedRolloutOptions {
  readonly plan: Plan
  /** The visitors of this rollout. */
  readonly traffic: Traffic
  /** Stops after this many minutes. */
  readonly limitMinutes: number
  /** Time between two evaluations: `evaluationIntervalSeconds` on a real site. */
  readonly bucketSeconds: number
  /** Ends as soon as it is paused. */
  readonly untilCaught?: boolean
}

/** Returns what a site counts in one bucket. */
export type Traffic = (bucket: TrafficBucket) => ReportBucket

/** The time since the last evaluation. */
export interface TrafficBucket {
  /** Its end, since the start of the rollout. */
  readonly atSeconds: number
  readonly seconds: number
  /** The canary's, in basis points. */
  readonly share: number
}

/** The outcome of a simulated rollout. */
export interface SimulatedRollout {
  readonly status: 'completed' | 'rolled-back' | 'unfinished'
  readonly minutes: number
  /** Loads of the canary until then. */
  readonly canaryLoads: number
  /** Whether it was ever paused, and resumed immediately. */
  readonly wasPaused: boolean
  /** When it was paused or rolled back; null: neither. */
  readonly caught: { readonly minutes: number; readonly canaryLoads: number } | null
  /** The last step. */
  readonly step: number
}

/** Runs the code that decides real rollouts on simulated visitors. The testers' step and every pause end immediately. */
export function simulateRollout(options: SimulatedRolloutOptions): SimulatedRollout {
  const { plan, traffic, limitMinutes, bucketSeconds: seconds } = options
  let deployment = startRollout(plan)
  let canaryLoads = 0
  let wasPaused = false
  let caught: SimulatedRollout['caught'] = null
  const end = (status: SimulatedRollout['status'], at: number): SimulatedRollout => {
    const step = deployment.rollout?.step ?? 0
    return { status, minutes: (at * seconds) / 60, canaryLoads, wasPaused, caught, step }
  }
  const lastBucket = (limitMinutes * 60) / seconds
  for (let at = 1; at <= lastBucket; at += 1) {
    const bucket = traffic({ atSeconds: at * seconds, seconds, share: deployment.rollout?.share ?? 0 })
    const loads = countLoads(bucket)
    if (loads.all === 0) continue // like the server, which doesn't evaluate without reports
    canaryLoads += loads.canary
    deployment = transition(deployment, { kind: 'reported', bucket })
    const event = decide(deployment)
    if (event === null) continue
    deployment = transition(deployment, event)
    if (event.kind === 'paused' || event.kind === 'rolled-back')
      caught ??= { minutes: (at * seconds) / 60, canaryLoads }
    if (event.kind === 'paused') {
      wasPaused = true
      if (options.untilCaught) return end('unfinished', at)
      deployment = transition(deployment, { kind: 'resumed' })
    }
    const status = deployment.rollout?.status
    if (status === 'completed' || status === 'rolled-back') return end(status, at)
  }
  return end('unfinished', lastBucket)
}

/** A rollout whose testers have approved. */
export function startRollout(plan: Plan): RemoteDeployment {
  const started = transition(
    { ...notRolledOut, stable: 'before' },
    { kind: 'started', id: 'simulated', to: 'after', plan },
  )
  return plan.steps[0]?.share === 0 ? transition(started, { kind: 'advanced' }) : started
}

function countLoads({ families }: ReportBucket): { canary: number; all: number } {
  const sums = { canary: 0, all: 0 }
  for (const { canary, stable } of Object.values(families)) {
    sums.canary += canary.loads
    sums.all += canary.loads + stable.loads
  }
  return sums
}
