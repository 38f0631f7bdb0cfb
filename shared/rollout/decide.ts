import { type Evaluation, evaluate } from './evaluate.ts'
import {
  getActiveRollout,
  getMonitoringWindow,
  type RemoteDeployment,
  type RolloutState,
} from './rollout-state.ts'
import type { RolloutEvent } from './transition.ts'

/**
 * Time between two looks of the server at the reports: with the beacon's half second and the document's two, a bad
 * canary is gone within 4 s. The simulation looks as often.
 */
export const evaluationIntervalSeconds = 1

/** What the reports make happen now; null: nothing. */
export function decide(staging: RemoteDeployment): RolloutEvent | null {
  const rollout = getActiveRollout(staging)
  if (rollout === null || rollout.status === 'pending') return null
  const verdict = evaluateRollout(rollout)
  switch (verdict.kind) {
    case 'rollback':
      return { kind: 'rolled-back', reason: verdict.reason }
    case 'pause':
      return rollout.status === 'running' ? { kind: 'paused', reason: verdict.reason } : null
    case 'advance':
      return rollout.status === 'running' && staging.frozen === null
        ? { kind: 'advanced', reason: verdict.reason }
        : null
    case 'hold':
      return null
  }
}

/** What the rollout waits for, each a sentence such as `needs 412 more loads`; empty: nothing. */
export function getMissingEvidence(staging: RemoteDeployment): readonly string[] {
  const rollout = getActiveRollout(staging)
  if (rollout === null) return []
  const frozen = staging.frozen === null ? [] : [`needs an unfreeze: ${staging.frozen}`]
  if (rollout.status === 'pending') return frozen
  if (rollout.status === 'paused') return [`needs a person to resume it: ${rollout.reason}`, ...frozen]
  const verdict = evaluateRollout(rollout)
  return verdict.kind === 'hold' ? [...verdict.missing, ...frozen] : frozen
}

function evaluateRollout(rollout: RolloutState): Evaluation {
  const { evidence, bakedMs, isPauseWaived, loadsBefore } = rollout
  const step = rollout.plan.steps[rollout.step]
  if (step === undefined)
    throw new Error(`Rollout ${rollout.id} is at step ${rollout.step}, which its plan has not.`)
  const stepLoads = evidence.canary.loads - loadsBefore
  return evaluate({
    step,
    evidence,
    bakedMs,
    isPauseWaived,
    stepLoads,
    stretch: getMonitoringWindow(rollout),
  })
}
