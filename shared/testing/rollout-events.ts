import type { ReportBucket } from '../rollout/evidence.ts'
import { getPlan } from '../rollout/plans.ts'
import type { PlanName } from '../rollout/rollout-record.ts'
import { notRolledOut, type RemoteDeployment, type RolloutState } from '../rollout/rollout-state.ts'
import { type RolloutEvent, transition } from '../rollout/transition.ts'

/** Old and new release of these tests. */
export const oldRelease = '1.0.0-00000000'
export const newRelease = '1.1.0-11111111'

/** The fact that the rollout of a release began. */
export function start(
  plan: PlanName = 'mid',
  changes: Partial<Extract<RolloutEvent, { kind: 'started' }>> = {},
) {
  return {
    kind: 'started',
    id: 'r1',
    to: newRelease,
    plan: getPlan(plan),
    salt: '0'.repeat(16),
    ...changes,
  } as const
}

/** The staging after `facts`, of a remote that everyone has the old release of. */
export function deploymentAfter(...facts: readonly RolloutEvent[]): RemoteDeployment {
  return facts.reduce(transition, { ...notRolledOut, stable: oldRelease })
}

/** Its rollout. Throws where there is none. */
export function rolloutAfter(...facts: readonly RolloutEvent[]): RolloutState {
  const { rollout } = deploymentAfter(...facts)
  if (rollout === null) throw new Error('There is no rollout.')
  return rollout
}

/** Reports of `loads` of each arm without failures but these, at a time in seconds. */
export function reports(
  atSeconds: number,
  loads: number,
  failures = 0,
): Extract<RolloutEvent, { kind: 'reported' }> {
  const bucket: ReportBucket = {
    atMs: atSeconds * 1_000,
    canary: { loads, failures },
    stable: { loads, failures: 0 },
    failingNetworks: failures > 0 ? ['a', 'b', 'c'] : [],
  }
  return { kind: 'reported', bucket }
}
