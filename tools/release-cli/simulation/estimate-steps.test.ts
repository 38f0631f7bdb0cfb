import { estimateSteps } from '@portico/protocol/rollout/estimate-steps.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { deploymentAfter, start } from '@portico/protocol/testing/rollout-events.ts'
import { expect, test } from 'vitest'
import { simulateRollouts } from './simulate-rollouts.ts'

// 8 of 10 are; the seeds are fixed.
test.each([
  { plan: 'low', loadsPerMinute: 3 },
  { plan: 'mid', loadsPerMinute: 60 },
] as const)(
  'most simulated rollouts with the plan $plan end in the estimated time',
  ({ plan, loadsPerMinute }) => {
    const end = estimateSteps(deploymentAfter(start(plan)), { loadsPerMinute, now: 0 }).at(-1)
    const failures = { canary: 0.005, stable: 0.005 }
    const ends = simulateRollouts({
      runs: 60,
      seed: 20261127,
      plan: getPlan(plan),
      loadsPerMinute,
      failures,
      limitMinutes: 10 * 24 * 60,
      bucketSeconds: 60,
    })
    const isWithin = (ms: number) => end !== undefined && ms >= end.from && ms <= end.to
    expect(ends.filter(({ minutes }) => isWithin(minutes * 60_000)).length).toBeGreaterThanOrEqual(42)
  },
)
