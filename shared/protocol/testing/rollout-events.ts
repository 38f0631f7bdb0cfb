import type { ReportBucket } from '../rollout/evidence.ts'
import { getPlan } from '../rollout/plans.ts'
import type { PlanName } from '../rollout/rollout-record.ts'
import { notRolledOut, type RemoteDeployment, type RolloutState } from '../rollout/rollout-state.ts'
import { type RolloutEvent, transition } from '../rollout/transition.ts'

/** The old and the new release in these tests. */
export const oldRelease = '1.0.0-00000000'
export const newRelease = '1.1.0-11111111'

/** The event that starts a rollout. */
export function start(
  plan: PlanName = 'mid',
  changes: Partial<Extract<RolloutEvent, { kind: 'started' }>> = {},
) {
  return {
    kind: 'started',
    id: 'r1',
    to: newRelease,
    plan: getPlan(plan),
    ...changes,
  } as const
}

/** Returns the deployment after `events`, starting with the old release for everyone. */
export function deploymentAfter(...events: readonly RolloutEvent[]): RemoteDeployment {
  return events.reduce(transition, { ...notRolledOut, stable: oldRelease })
}

/** Returns its rollout. Throws if there is none. */
export function rolloutAfter(...events: readonly RolloutEvent[]): RolloutState {
  const { rollout } = deploymentAfter(...events)
  if (rollout === null) throw new Error('There is no rollout.')
  return rollout
}

/** Reports `loads` of each arm, of which `failures` of the canary failed. */
export function reports(
  atSeconds: number,
  loads: number,
  failures = 0,
): Extract<RolloutEvent, { kind: 'reported' }> {
  const bucket: ReportBucket = {
    atMs: atSeconds * 1_000,
    families: { all: { canary: { loads, failures }, stable: { loads, failures: 0 } } },
    firstFailures: { canary: failures, stable: 0 },
    failingNetworks: failures,
    reportingNetworks: 100,
  }
  return { kind: 'reported', bucket }
}
