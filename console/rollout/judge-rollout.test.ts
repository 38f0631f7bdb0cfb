import { expect, test } from 'vitest'
import { createRollout, rise } from '../testing/rollouts.ts'
import { judgeRollout } from './judge-rollout.ts'

const signal = (name: string, canary: number, stable: number) => ({
  ...{ name, canary, stable, expected: 0, evidence: 1 },
})

function judge(
  signals: readonly ReturnType<typeof signal>[],
  vitals: { canary: number; stable: number } | null = null,
) {
  const vital = vitals && { name: 'inp', signal: 'slow-interaction', ...vitals }
  return judgeRollout(createRollout({ signals: [...signals], vitals: vital ? [vital] : [] }))
}

test('what rose above the margin of the step comes first', () => {
  const rollout = createRollout({ signals: [signal('leave', 3, 30), ...rise.signals] })
  expect(judgeRollout(rollout).map(({ name, tone }) => `${name} ${tone}`)).toEqual([
    'error worse',
    'leave same',
    'loads same',
  ])
})

test.each([
  ['worse', signal('error', 41, 30), 'Errors rose from 0.3 % to 4.1 % of visits'],
  ['tolerated', signal('error', 9, 30), 'Errors rose from 0.3 % to 0.9 % of visits'],
  ['same', signal('error', 4, 30), 'No clear difference'],
  ['unclear', signal('error', 200, 1_900), 'Too early to tell'],
  ['better', signal('error', 20, 600), 'Errors fell from 6 % to 2 % of visits'],
])('a signal is %s', (tone, known, verdict) => {
  const [judged] = judge([known]).filter(({ name }) => name === 'error')
  expect(judged).toMatchObject({ tone, verdict: expect.stringContaining(verdict), margin: 0.02 })
})

test('a vital is judged by the time that the step tolerates', () => {
  const known = [signal('slow-interaction', 300, 2_500)]
  const [slower] = judge(known, { canary: 300, stable: 200 })
  const [fast] = judge(known, { canary: 205, stable: 200 })
  expect(slower).toMatchObject({ tone: 'worse', margin: null })
  expect(fast).toMatchObject({ tone: 'tolerated' })
  expect(slower?.verdict).toContain(
    'at most 300 ms, 50 % more than with stable (200 ms); this step tolerates 19 % more.',
  )
})

test('a step without a stable arm has no margin', () => {
  expect(judgeRollout(createRollout({ step: 0, share: 0 }))[0]).toMatchObject({ margin: null, tone: 'same' })
})
