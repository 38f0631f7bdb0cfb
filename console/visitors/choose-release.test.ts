import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { expect, test } from 'vitest'
import { createRollout } from '../testing/rollouts.ts'
import { chooseRelease } from './choose-release.ts'

const arms = { canary: 'good', stable: 'good' } as const

function createApp(rollout: Partial<Rollout> | null, change: Partial<OverviewApp> = {}): OverviewApp {
  const { plan, ...known } = createRollout(rollout ?? {})
  const shown = { ...known, plan: plan.name, steps: plan.steps.map(({ share }) => share) }
  return {
    ...{ name: 'catalogue', kind: 'remote', team: 'web', stable: '2.0.3-9e8d7c6b' },
    ...{ published: null, fallback: null, off: null, frozen: null },
    rollout: rollout && { ...shown, health: arms, stepEndsAt: null, trend: { canary: [], stable: [] } },
    ...change,
  }
}

const [stable, canary] = ['2.0.3-9e8d7c6b', '2.1.0-0a1b2c3d']

test.each([
  ['the last bucket of the share', createApp({ share: 500 }), 499, canary, 'Bucket 499: the first 500 of'],
  ['the first bucket beyond it', createApp({ share: 500 }), 500, stable, 'Bucket 500: only the first 500 of'],
  ['a paused rollout', createApp({ share: 500, status: 'paused' }), 0, canary, 'Bucket 0'],
  ['the testers’ step', createApp({ share: 0 }), 0, stable, 'Only testers get'],
  [
    'a rollout that was rolled back',
    createApp({ status: 'rolled-back' }),
    0,
    stable,
    'no rollout is in progress',
  ],
  ['no rollout', createApp(null), 0, stable, 'no rollout is in progress'],
  ['a remote that is off', createApp(null, { off: 'incident' }), 0, null, 'It is turned off: incident'],
])('with %s', (_what, app, bucket, release, why) => {
  expect(chooseRelease(app, bucket)).toMatchObject({
    release,
    isCanary: release === canary,
    why: expect.stringContaining(why),
  })
})
