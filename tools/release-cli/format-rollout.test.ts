import { getPlan } from '@portico/shared/rollout/plans.ts'
import { DroppedSchema, type Rollout } from '@portico/shared/rollout/rollout-record.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formatProgress, formatRollouts } from './format-rollout.ts'

const rollout: Rollout = {
  id: 'r1',
  remote: 'things',
  from: '1.0.0-00000000',
  to: '1.1.0-11111111',
  plan: getPlan('mid'),
  status: 'running',
  step: 1,
  share: 500,
  bakedMs: 60_000,
  startedAt: Date.UTC(2026, 10, 21, 9, 30),
  changedAt: Date.UTC(2026, 10, 21, 9, 31),
  startedBy: 'things CI',
  reason: null,
  counts: { canary: { loads: 88, failures: 1 }, stable: { loads: 1_700, failures: 9 } },
  evidence: 1.234_567,
  excessPoints: 0.6,
  networks: { reporting: 60, failing: 1, needed: 6 },
  dropped: v.parse(DroppedSchema, {}),
  lastReportAt: Date.UTC(2026, 10, 21, 9, 31),
  missing: ['needs 112 more loads'],
}

test('the table has a row per rollout, and what it is waiting for below', () => {
  const lines = formatRollouts([rollout]).split('\n')
  expect(lines[2]).toMatch(
    /^things +1\.1\.0-11111111 +mid +running +5 % +1 of 88 failed +9 of 1700 failed +1\.23 +2026-11-21 09:30$/,
  )
  expect(lines[3]).toBe('things: needs 112 more loads')
})

test('while there are no loads yet, a note says whose loads count', () => {
  const none = { loads: 0, failures: 0 }
  const said = 'One visitor of each network counts'
  expect(formatRollouts([{ ...rollout, counts: { canary: none, stable: none } }])).toContain(said)
  expect(formatRollouts([{ ...rollout, share: 0, counts: { canary: none, stable: none } }])).not.toContain(
    said,
  )
  expect(formatRollouts([rollout])).not.toContain(said)
})

test('a paused rollout shows its reason once', () => {
  const missing = ['needs to be resumed: a doubt']
  const lines = formatRollouts([{ ...rollout, status: 'paused', reason: 'a doubt', missing }]).split('\n')
  expect(lines.slice(3)).toEqual(['things: needs to be resumed: a doubt'])
})

test('a rolled back rollout shows its reason', () => {
  expect(
    formatRollouts([{ ...rollout, status: 'rolled-back', reason: 'it is broken', missing: [] }]),
  ).toContain('things: it is broken')
})

test('the progress line shows completed steps, the current step and what is missing', () => {
  expect(formatProgress(rollout)).toBe(
    'things 1.1.0-11111111 [#>...] 5 % running; 1 of 88 loads failed; needs 112 more loads',
  )
  expect(formatProgress({ ...rollout, step: 0, share: 0, missing: [] })).toContain('[>....] testers running')
})

test('without rollouts the table says so', () => {
  expect(formatRollouts([])).toBe('No rollouts.')
})
