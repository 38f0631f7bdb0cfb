import type { RolloutStep } from '@portico/kit/contract/rollout-steps.ts'
import type { Plan, PlanName, Step } from './rollout-record.ts'

/** Everyone, in basis points. */
export const fullShare = 10_000

// Ends by manual approval: testers have a signed link, and their loads aren't compared.
const testers: Step = { share: 0, bakeMinutes: 0, minimumLoads: 0, marginPoints: 0 }

// At 100 % there is no stable arm: the last step monitors for as long as the step before it, then completes.
const steps: Readonly<Record<PlanName, readonly Step[]>> = {
  // The margins that few loads can show, though 16 networks push a broken release; with 3 points at 50 %, they
  // completed 1 % of simulated rollouts.
  low: [testers, step(20, 30, 100, 3), step(50, 60, 200, 2), step(100, 60, 200, 2)],
  mid: [
    testers,
    step(5, 15, 200, 2),
    step(25, 15, 1_000, 1),
    step(50, 15, 2_000, 0.5),
    step(100, 15, 2_000, 0.5),
  ],
  standard: [
    testers,
    step(1, 10, 300, 2),
    step(5, 15, 1_000, 1),
    step(25, 15, 2_000, 0.5),
    step(50, 15, 5_000, 0.3),
    step(100, 15, 5_000, 0.3),
  ],
  now: [step(100, 0, 0, 100)],
}

/**
 * Returns a copy of the plan, so that later changes don't affect a rollout. With a team's own steps, they replace those of
 * the plan, which keeps the testers' step and fills in what they don't say: from its step with the next smaller share.
 */
export function getPlan(name: PlanName, own?: readonly RolloutStep[]): Plan {
  if (own === undefined) return { name, steps: structuredClone([...steps[name]]) }
  const ownSteps = own.map(({ percent, minutes, loads, margin }): Step => {
    const share = Math.round(percent * 100)
    const [first = testers, ...others] = steps[name].filter((candidate) => candidate.share > 0)
    const like = others.findLast((candidate) => candidate.share <= share) ?? first
    return {
      share,
      bakeMinutes: minutes ?? like.bakeMinutes,
      minimumLoads: loads ?? like.minimumLoads,
      marginPoints: margin ?? like.marginPoints,
    }
  })
  return { name, steps: [testers, ...ownSteps] }
}

/** The margins of all plans. Each rollout has evidence for all of them, so that it can change its plan. */
export const allMargins: readonly number[] = [
  ...new Set(
    Object.values(steps).flatMap((plan) => plan.filter(isCompared).map((step) => step.marginPoints)),
  ),
]

/** Whether there are visitors of both arms in a step, so that its canary is compared with stable. */
export function isCompared({ share }: Step): boolean {
  return share > 0 && share < fullShare
}

function step(percent: number, bakeMinutes: number, minimumLoads: number, marginPoints: number): Step {
  return { share: percent * 100, bakeMinutes, minimumLoads, marginPoints }
}
