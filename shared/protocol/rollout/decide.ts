import { type Evaluation, evaluate } from './evaluate.ts'
import type { CountedBy } from './rollout-record.ts'
import { getActiveRollout, type RemoteDeployment, type RolloutState } from './rollout-state.ts'
import type { RolloutEvent } from './transition.ts'

/**
 * Time between two evaluations. With half a second for the beacon and two seconds for the discovery document, a bad
 * canary is rolled back within 4 s. The simulation uses the same interval.
 */
export const evaluationIntervalSeconds = 1

/** Decides what happens to the rollout now; null: nothing. */
export function decide(deployment: RemoteDeployment): RolloutEvent | null {
  const rollout = getActiveRollout(deployment)
  if (rollout === null || rollout.status === 'pending') return null
  const evaluation = evaluateRollout(rollout)
  switch (evaluation.kind) {
    case 'rollback':
      return { kind: 'rolled-back', reason: evaluation.reason }
    case 'pause':
      return rollout.status === 'running' ? { kind: 'paused', reason: evaluation.reason } : null
    case 'advance':
      return rollout.status === 'running' && deployment.frozen === null
        ? { kind: 'advanced', reason: evaluation.reason }
        : null
    case 'hold':
      return null
  }
}

/** Returns what the rollout is waiting for, such as `needs 412 more loads`; empty: nothing. */
export function getMissingEvidence(deployment: RemoteDeployment, countedBy: CountedBy): readonly string[] {
  const rollout = getActiveRollout(deployment)
  if (rollout === null) return []
  const frozen = deployment.frozen === null ? [] : [`needs to be unfrozen: ${deployment.frozen}`]
  if (rollout.status === 'pending') return frozen
  if (rollout.status === 'paused') return [`needs to be resumed: ${rollout.reason}`, ...frozen]
  const evaluation = evaluateRollout(rollout)
  return evaluation.kind === 'hold'
    ? [...evaluation.missing.map((describe) => describe(countedBy)), ...frozen]
    : frozen
}

function evaluateRollout(rollout: RolloutState): Evaluation {
  const { evidence, bakedMs, isPauseWaived, loadsBefore } = rollout
  const planned = rollout.plan.steps[rollout.step]
  if (planned === undefined)
    throw new Error(`Rollout ${rollout.id} is at step ${rollout.step}, which its plan doesn't have.`)
  // A person may have advanced to more visitors than the step has.
  const step = { ...planned, share: rollout.share }
  const stepLoads = evidence.canary.loads - loadsBefore
  return evaluate({ step, evidence, bakedMs, isPauseWaived, stepLoads })
}
