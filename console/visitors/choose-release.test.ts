import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { expect, test } from 'vitest'
import { createApp as createBase, createOverviewRollout } from '../testing/overview-apps.ts'
import { chooseRelease } from './choose-release.ts'

function createApp(
  rollout: Partial<NonNullable<OverviewApp['rollout']>> | null,
  change: Partial<OverviewApp> = {},
): OverviewApp {
  return createBase({ rollout: rollout && createOverviewRollout(rollout), ...change })
}

const [stable, canary] = ['2.0.0-aaaaaaaa', '2.1.0-cccccccc']

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
