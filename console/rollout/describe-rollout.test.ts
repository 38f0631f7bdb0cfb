import { expect, test } from 'vitest'
import { createEvent, createRollout, now, rise } from '../testing/rollouts.ts'
import { describeRollout } from './describe-rollout.ts'

test('a rollout in progress says who gets the release, what it needs, until when, and what is next', () => {
  const rollout = createRollout({
    missing: ['needs 412 more loads', 'needs 3 more minutes of reports'],
    estimate: {
      loadsPerMinute: 40,
      countedIn: 'this-rollout',
      steps: [{ share: 500, from: now, to: now + 40 * 60_000 }],
    },
  })
  expect(describeRollout(rollout, { now })).toMatch(
    /^5 % of visitors get 2\.1\.0\. It needs 412 more loads and 3 more minutes of reports, likely by \d\d:\d\d, then goes to 25 %\.$/,
  )
})

test('a rollout whose errors rise says so first', () => {
  expect(describeRollout(createRollout(rise), { now })).toMatch(
    /^Errors rose from 0\.3 % to 2\.1 % .* forecast\.tsx:41\. 5 % of visitors get 2\.1\.0\./,
  )
})

test('a release that the site rolled back is explained by what rose, where, and by how much', () => {
  const rollout = createRollout({ ...rise, status: 'rolled-back', share: 0 })
  const events = [createEvent({ what: 'rollout.rollback', by: 'site' })]
  expect(describeRollout(rollout, { now, events })).toBe(
    'Catalogue 2.1.0 was rolled back at 5 %: errors rose from 0.3 % to 2.1 % of visits (between 1.1 and 2.9 points more). Most frequent: TypeError in forecast.tsx:41.',
  )
})

test('without a rise that is more than chance, the site’s reason is shown without its e-value', () => {
  const reason = 'At 100 %, it fails too often (e-value 1,200)'
  const rollout = createRollout({ status: 'paused', reason })
  expect(describeRollout(rollout, { now })).toBe(
    'Catalogue 2.1.0 was paused at 5 %: at 100 %, it fails too often.',
  )
})

test('a person’s pause is explained by their reason, whatever was measured', () => {
  const rollout = createRollout({ ...rise, status: 'paused', reason: 'support reports missing emails' })
  const events = [createEvent({ what: 'rollout.pause', by: 'ana' })]
  expect(describeRollout(rollout, { now, events })).toBe(
    'Catalogue 2.1.0 was paused at 5 % by ana: support reports missing emails.',
  )
})

test.each([
  [{ step: 0, share: 0 }, 'Only testers with a preview link get 2.1.0. It goes to 5 % once you advance it.'],
  [
    { step: 2, share: 10_000, missing: ['needs 9 more loads'] },
    'Every visitor gets 2.1.0. It needs 9 more loads, then the rollout is complete.',
  ],
  [
    { status: 'pending', missing: ['needs to be unfrozen: incident'] },
    /hasn’t begun. It needs to be unfrozen/,
  ],
  [{ status: 'completed' }, /^Catalogue 2\.1\.0 went to every visitor\. The rollout completed on /],
  [{ status: 'cancelled', reason: 'wrong release' }, 'Catalogue 2.1.0 was cancelled: wrong release.'],
] as const)('%o is described', (change, text) => {
  expect(
    describeRollout(createRollout({ ...change, missing: [...('missing' in change ? change.missing : [])] }), {
      now,
    }),
  ).toMatch(text)
})
