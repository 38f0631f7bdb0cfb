import { emptyEvidence } from '@portico/protocol/rollout/evidence.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { createRollout, type RolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import { expect, test } from 'vitest'
import { describeStall, getStepLimitMs } from './describe-stall.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const now = 1_000 * hourMs

function createState(changes: Partial<RolloutState> = {}): RolloutState {
  const rollout = createRollout({ id: 'r', to: '2', plan: getPlan('mid') }, '1')
  return { ...rollout, status: 'running', ...changes }
}

const withLoads = (canary: number, stable: number) => ({
  ...emptyEvidence,
  canary: { loads: canary, failures: 0 },
  stable: { loads: stable, failures: 0 },
})

const waitFor = (rollout: RolloutState, waitedMs: number, visitorsMs = waitedMs) =>
  describeStall(rollout, { now, since: now - waitedMs, visitorsSince: now - visitorsMs })

test.each([
  [
    { status: 'paused' },
    hourMs,
    'has been paused for 60 minutes, and nobody has resumed it or rolled it back',
  ],
  [{ status: 'pending' }, 24 * hourMs, 'has been waiting for 24 hours, because the remote is frozen'],
  [{ step: 0, share: 0 }, 24 * hourMs, 'has been waiting for 24 hours for the testers’ approval'],
  [{ step: 1, share: 500 }, hourMs, expect.stringContaining('no browser has reported a load for 60 minutes')],
] as const)('a rollout with %o waits too long after %i ms, and not before', (changes, limitMs, reason) => {
  expect(waitFor(createState(changes), limitMs)).toEqual(reason)
  expect(waitFor(createState(changes), limitMs - 1)).toBeNull()
})

test('an ended rollout doesn’t wait', () => {
  for (const status of ['completed', 'rolled-back', 'cancelled'] as const)
    expect(waitFor(createState({ status, share: 500 }), 100 * hourMs)).toBeNull()
})

test('silence is judged by the plan, because visitors of a small site are rare', () => {
  const silentFor = (plan: 'low' | 'mid' | 'standard', ms: number) =>
    waitFor(createState({ plan: getPlan(plan), step: 1, share: 100, lastReportMs: now - ms }), 12 * hourMs)
  expect([silentFor('low', 5 * hourMs), silentFor('mid', 59 * minuteMs)]).not.toContainEqual(
    expect.stringContaining('no browser'),
  )
  expect(silentFor('low', 6 * hourMs)).toContain('for 6 hours')
  expect(silentFor('standard', 15 * minuteMs)).toContain('for 15 minutes')
})

test('a step is late after twice the time in which this site’s traffic brings enough loads', () => {
  const at = { now, since: now - hourMs, visitorsSince: now - 10 * hourMs }
  // 40 loads a minute: 5 % of them bring twice the minimum of 200 in 200 minutes.
  const step = createState({ step: 1, share: 500, evidence: withLoads(1_200, 22_800) })
  expect(getStepLimitMs(step, at)).toBe(400 * minuteMs)
  // A canary without reports doesn't look like a site without traffic.
  expect(getStepLimitMs({ ...step, evidence: withLoads(0, 24_000) }, at)).toBe(400 * minuteMs)
  // With much traffic, the bake time counts; a step is never late before an hour or after three days.
  expect(getStepLimitMs({ ...step, evidence: withLoads(0, 24_000_000) }, at)).toBe(hourMs)
  expect(getStepLimitMs({ ...step, evidence: withLoads(1, 2) }, at)).toBe(72 * hourMs)
})

test('a late step is reported with its share and its time', () => {
  const rollout = createState({ step: 1, share: 500, lastReportMs: now, evidence: withLoads(1_200, 22_800) })
  expect(waitFor(rollout, 399 * minuteMs, 10 * hourMs)).toBeNull()
  expect(waitFor(rollout, 400 * minuteMs, 10 * hourMs)).toBe(
    "has been at 5 % for 6 hours, longer than this site's traffic needs",
  )
})

test('a release that is worse at 100 % than before is reported at once', () => {
  const monitoring = { worse: { loads: [1e9, 0, 0] }, severe: {}, severeSinceMs: null }
  const evidence = {
    ...withLoads(9_000, 9_000),
    monitoring,
    matched: { ...emptyEvidence.matched, loads: 5_000 },
  }
  expect(waitFor(createState({ step: 4, share: 10_000, evidence }), 0)).toMatch(
    /^stays at 100 %, because it is worse than before: 0 of 4,000 loads failed, more than before/,
  )
})
