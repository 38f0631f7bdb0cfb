import { expect, test } from 'vitest'
import { createApp, createOverviewRollout } from '../testing/overview-apps.ts'
import { describeWaiting } from './describe-waiting.ts'
import { sortByUrgency, summarize } from './rank-app.ts'

const hour = 3_600_000
const now = 100 * hour
const rolledBack = createOverviewRollout({
  status: 'rolled-back',
  changedAt: now - hour,
  share: 0,
  reason: 'it threw',
})
const worse = createOverviewRollout({ health: { canary: 'worse', stable: 'good' } })

const apps = [
  createApp({ name: 'idle' }),
  createApp({ name: 'frozen', frozen: 'holidays' }),
  createApp({ name: 'running', rollout: createOverviewRollout() }),
  createApp({ name: 'off', off: 'broken' }),
  createApp({ name: 'paused', rollout: createOverviewRollout({ status: 'paused' }) }),
  createApp({ name: 'worse', rollout: worse }),
  createApp({ name: 'rolled-back', rollout: rolledBack }),
]

test('problems come first, then what runs, then what is frozen, and apps without a rollout last', () => {
  expect(sortByUrgency(apps, now).map(({ name }) => name)).toEqual(apps.map(({ name }) => name).toReversed())
})

test('a rollback needs attention for a day', () => {
  const old = { ...rolledBack, changedAt: now - 25 * hour }
  const summary = (rollout: typeof old) => summarize([createApp({ rollout })], now)
  expect(summary(rolledBack)).toBe('1 of 1 app needs attention: catalogue rolled back; 0 rollouts running.')
  expect(summary(old)).toBe('None of 1 app needs attention; 0 rollouts running.')
})

test('the summary names three apps that need attention, and counts the others', () => {
  expect(summarize(apps, now)).toBe(
    '4 of 7 apps need attention: rolled-back rolled back, worse worse, paused paused, 1 more; 2 rollouts running.',
  )
})

test('a rollout says what it waits for and how long, or why it stands still', () => {
  const waiting = createOverviewRollout({ missing: ['needs 412 more loads'], stepEndsAt: now + 20 * 60_000 })
  expect(describeWaiting(createApp({ rollout: waiting }), now)).toBe(
    'waits for 412 more loads, about 20 minutes',
  )
  const paused = createOverviewRollout({
    status: 'paused',
    reason: 'errors (e-value 1,200)',
    missing: ['needs to be resumed: errors'],
  })
  expect(describeWaiting(createApp({ rollout: paused }), now)).toBe('errors')
  expect(describeWaiting(createApp({ off: 'broken', rollout: waiting }), now)).toBe('broken')
  expect(describeWaiting(createApp(), now)).toBe('')
})
