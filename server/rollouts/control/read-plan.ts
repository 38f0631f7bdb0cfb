import type { RolloutStep } from '@portico/kit/contract/rollout-steps.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { type Plan, type PlanName, planNames } from '@portico/protocol/rollout/rollout-record.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import { findReleaseRecord } from '../../releases/storage/release-repository.ts'

interface RequestedPlan {
  readonly plan?: PlanName | undefined
  readonly steps?: readonly RolloutStep[] | undefined
}

/**
 * The plan of a request, or else that in the manifest of the release. Own steps without a plan are those of the manifest's.
 * Throws `plan-required` if neither names a plan.
 */
export async function readPlan(
  { trx }: Pick<Change, 'trx'>,
  { plan, steps }: RequestedPlan,
  { remote, release }: { readonly remote: string; readonly release: string },
): Promise<Plan> {
  if (plan !== undefined) return plan === 'now' ? getPlan(plan) : getPlan(plan, steps)
  const own = (await findReleaseRecord(trx, remote, release))?.rollout
  if (own !== undefined) return getPlan(own.plan, steps ?? own.steps)
  throw new Problem('plan-required', {
    detail: `Expected a plan (${planNames.join(', ')}), because the manifest of ${release} has none.`,
    hint: 'Name one (`--plan low`), or write `rollout: { plan: "low" }` in manifest.ts.',
  })
}
