import { expect, test } from 'vitest'
import { chooseRelease } from './describe-visitors.ts'

const [stable, canary] = ['2.0.3-9e8d7c6b', '2.1.0-0a1b2c3d']
const app = { name: 'catalogue', stable, off: null, rollout: null }
const running = { to: canary, status: 'running', share: 500 } as const

test.each([
  ['the last bucket of the share', { rollout: running }, 499, canary, 'Bucket 499: the first 500 of'],
  ['the first bucket beyond it', { rollout: running }, 500, stable, 'Bucket 500: only the first 500 of'],
  ['a paused rollout', { rollout: { ...running, status: 'paused' } as const }, 0, canary, 'Bucket 0'],
  ['the testers’ step', { rollout: { ...running, share: 0 } }, 0, stable, 'Only testers get'],
  [
    'a rollback',
    { rollout: { ...running, status: 'rolled-back' } as const },
    0,
    stable,
    'no rollout is in progress',
  ],
  ['no rollout', {}, 0, stable, 'no rollout is in progress'],
  ['a remote that is off', { off: 'incident' }, 0, null, 'It is turned off: incident'],
])('with %s', (_what, change, bucket, release, why) => {
  expect(chooseRelease({ ...app, ...change }, bucket)).toMatchObject({
    release,
    isCanary: release === canary,
    why: expect.stringContaining(why),
  })
})
