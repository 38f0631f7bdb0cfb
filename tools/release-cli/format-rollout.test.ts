import { getPlan } from '@portico/shared/rollout/plans.ts'
import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { expect, test } from 'vitest'
import { progressLine, rolloutTable } from './format-rollout.ts'

const rollout: Rollout = {
  id: 'r1',
  remote: 'things',
  from: '1.0.0-00000000',
  to: '1.1.0-11111111',
  plan: getPlan('mid'),
  salt: '0'.repeat(16),
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
  missing: ['needs 112 more loads'],
}

test('the table has a line for each rollout, and what it waits for below', () => {
  const lines = rolloutTable([rollout]).split('\n')
  expect(lines[2]).toMatch(
    /^things +1\.1\.0-11111111 +mid +running +5 % +1 of 88 failed +9 of 1700 failed +1\.23 +2026-11-21 09:30$/,
  )
  expect(lines[3]).toBe('things: needs 112 more loads')
})

test('where no load has come yet, it says whose loads count', () => {
  const none = { loads: 0, failures: 0 }
  const said = 'a first visit gets stable and is compared with nobody'
  expect(rolloutTable([{ ...rollout, counts: { canary: none, stable: none } }])).toContain(said)
  expect(rolloutTable([{ ...rollout, share: 0, counts: { canary: none, stable: none } }])).not.toContain(said)
  expect(rolloutTable([rollout])).not.toContain(said)
})

test('what a paused rollout waits for tells its reason, once', () => {
  const missing = ['needs a person to resume it: a doubt']
  const lines = rolloutTable([{ ...rollout, status: 'paused', reason: 'a doubt', missing }]).split('\n')
  expect(lines.slice(3)).toEqual(['things: needs a person to resume it: a doubt'])
})

test('the reason of a rollout that was taken back is told', () => {
  expect(
    rolloutTable([{ ...rollout, status: 'rolled-back', reason: 'it is broken', missing: [] }]),
  ).toContain('things: it is broken')
})

test('the progress line shows the steps that are done, the one at hand and what is missing', () => {
  expect(progressLine(rollout)).toBe(
    'things 1.1.0-11111111 [#>...] 5 % running; 1 of 88 loads failed; needs 112 more loads',
  )
  expect(progressLine({ ...rollout, step: 0, share: 0, missing: [] })).toContain('[>....] testers running')
})

test('no rollout is told as such', () => {
  expect(rolloutTable([])).toBe('There is no rollout.')
})
