import { judge, type Verdict } from './judge.ts'
import { activeRollout, type StagedRollout, type Staging, stretchOf } from './staging.ts'
import type { Fact } from './transition.ts'

/**
 * Time between two looks of the server at the reports: with the beacon's half second and the document's two, a bad
 * canary is gone within 4 s. The simulation looks as often.
 */
export const secondsBetweenLooks = 1

/** What the reports make happen now; null: nothing. */
export function decide(staging: Staging): Fact | null {
  const rollout = activeRollout(staging)
  if (rollout === null || rollout.status === 'pending') return null
  const verdict = verdictOn(rollout)
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
export function missingOf(staging: Staging): readonly string[] {
  const rollout = activeRollout(staging)
  if (rollout === null) return []
  const frozen = staging.frozen === null ? [] : [`needs a thaw: ${staging.frozen}`]
  if (rollout.status === 'pending') return frozen
  if (rollout.status === 'paused') return [`needs a person to resume it: ${rollout.reason}`, ...frozen]
  const verdict = verdictOn(rollout)
  return verdict.kind === 'hold' ? [...verdict.missing, ...frozen] : frozen
}

function verdictOn(rollout: StagedRollout): Verdict {
  const { evidence, bakedMs, isPauseWaived, loadsBefore } = rollout
  const step = rollout.plan.steps[rollout.step]
  if (step === undefined)
    throw new Error(`Rollout ${rollout.id} is at step ${rollout.step}, which its plan has not.`)
  const stepLoads = evidence.canary.loads - loadsBefore
  return judge({ step, evidence, bakedMs, isPauseWaived, stepLoads, stretch: stretchOf(rollout) })
}
