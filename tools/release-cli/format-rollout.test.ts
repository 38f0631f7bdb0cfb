import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { DroppedSchema, type Rollout, RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { formatProgress, formatRollout } from './format-rollout.ts'
import { formatStatus, formatStatusTable, type RemoteStatus } from './format-status.ts'

const now = Date.UTC(2026, 10, 21, 9, 31, 12)
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
  countedBy: 'network',
  signals: [],
  error: null,
  vitals: [],
  dropped: v.parse(DroppedSchema, {}),
  lastReportAt: Date.UTC(2026, 10, 21, 9, 31),
  missing: ['needs 112 more loads'],
  estimate: {
    loadsPerMinute: 1.234,
    countedIn: 'this-rollout',
    steps: [
      { share: 500, from: Date.UTC(2026, 10, 21, 14), to: Date.UTC(2026, 10, 22, 3) },
      { share: 10_000, from: Date.UTC(2026, 10, 25), to: Date.UTC(2026, 11, 2) },
    ],
  },
}
const status: RemoteStatus = {
  remote: 'things',
  stable: '1.0.0-00000000',
  fallback: '0.9.0-99999999',
  off: null,
  frozen: null,
  revision: 7,
  note: null,
  rollout,
}
const noLoads = { canary: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } }

test('the status of a remote is what its visitors get, and its rollout', () => {
  expect(formatStatus(status, now)).toBe(
    `things: 5 % of visitors get 1.1.0-11111111, everyone else 1.0.0-00000000
  stable       1.0.0-00000000
  fallback     0.9.0-99999999
  off          no
  frozen       no
  rollout      1.1.0-11111111 running, plan mid, step 2 of 5, 5 %
  steps        testers, 5 %, 25 %, 50 %, 100 %
  started      2026-11-21 09:30 UTC by things CI
  canary       1 of 88 loads failed
  compared     9 of 1,700 loads failed with stable
  evidence     1.23; pauses at 100, rolls back at 1,000
  networks     60 reporting, 1 failing; a rollback needs 6 failing
  last report  12 seconds ago, 2026-11-21 09:31 UTC
  next step    needs 112 more loads
  estimate     at 1.23 loads a minute:
               5 % likely ends Sat 14:00 to Sun 03:00 UTC
               100 % likely ends Wed 25 Nov to Wed 2 Dec`,
  )
})

describe('the first line says who gets what:', () => {
  test.each([
    [{ off: 'it blinks' }, 'things: turned off; its pages say so'],
    [{ stable: null, rollout: null }, 'things: published, but not released: visitors get nothing'],
    [{ rollout: null }, 'things: everyone gets 1.0.0-00000000'],
    [
      { rollout: { ...rollout, share: 0 } },
      'things: testers get 1.1.0-11111111, everyone else 1.0.0-00000000',
    ],
    [
      { rollout: { ...rollout, share: 10_000 } },
      'things: everyone gets 1.1.0-11111111 (monitored); previously 1.0.0-00000000',
    ],
    [
      { rollout: { ...rollout, status: 'rolled-back' as const, share: 0 } },
      'things: everyone gets 1.0.0-00000000',
    ],
    [
      { rollout: { ...rollout, status: 'pending' as const, share: 0 } },
      'things: everyone gets 1.0.0-00000000',
    ],
  ])('%#', (changes, expected) => {
    expect(formatStatus({ ...status, ...changes }, now).split('\n')[0]).toBe(expected)
  })
})

test('an estimate says what it is based on, and what it leaves out', () => {
  const steps = rollout.estimate?.steps.slice(0, 1) ?? []
  const earlier = { loadsPerMinute: 0.5, countedIn: 'last-rollout', steps } as const
  const text = formatRollout({ ...rollout, share: 0, estimate: earlier }, now)
  expect(text).toContain('at 0.5 loads a minute, as in the last rollout, and if testers\n')
  expect(text).toContain('later steps take more than 30 days')
  expect(formatRollout({ ...rollout, estimate: null }, now)).toContain('\n  estimate     none yet: ')
})

test('a completed rollout that was rolled back shows no share, but when and why', () => {
  const ended = { ...rollout, status: 'rolled-back' as const, share: 0, reason: 'it blinks', missing: [] }
  const text = formatStatus({ ...status, fallback: null, frozen: 'holidays', rollout: ended }, now)
  expect(text).not.toContain('%')
  expect(text).not.toContain('completed')
  expect(text).toContain('\n  fallback     none\n')
  expect(text).toContain('\n  frozen       yes: holidays\n')
  expect(text).toContain('\n  rollout      1.1.0-11111111 rolled back, plan mid\n')
  expect(text).toContain('\n  ended        2026-11-21 09:31 UTC\n  reason       it blinks\n')
})

test('loads that were not counted are shown with their reasons, and an untrusted proxy with a warning', () => {
  const dropped = v.parse(DroppedSchema, { 'untrusted-proxy': 1_200, 'other-visitor': 34 })
  const text = formatRollout({ ...rollout, counts: noLoads, lastReportAt: null, dropped }, now)
  expect(text).toContain('\n  last report  none yet\n')
  expect(text).toContain('not counted  1,234 loads: 34 from another visitor of a network that already')
  expect(text).toContain('1,200 through a proxy that is not trusted')
  expect(text).toContain('\n  WARNING      Requests come through a proxy')
  expect(text).toContain('Set TRUST_PROXY')
})

test('a site that counts each visitor names visitors, and one that doesn’t say which, networks', () => {
  const { countedBy: _, ...older } = rollout
  expect(formatRollout({ ...rollout, countedBy: 'visitor' }, now)).toContain(
    '\n  visitors     60 reporting, 1 failing; a rollback needs 6 failing\n',
  )
  expect(formatRollout(v.parse(RolloutSchema, older), now)).toContain('\n  networks     60 reporting')
})

test('no line is longer than 80 characters', () => {
  const reason = 'a long reason with many words, '.repeat(10)
  const dropped = v.parse(DroppedSchema, { 'untrusted-proxy': 1_200, 'other-visitor': 34, limit: 7 })
  const long = { ...rollout, dropped, missing: [reason] }
  const texts = [formatStatus({ ...status, off: reason, rollout: long }, now), formatProgress(long)]
  for (const line of texts.join('\n').split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
})

test('a rollout that ended without loads shows none', () => {
  const ended = { ...rollout, status: 'completed' as const, counts: noLoads, missing: [] }
  expect(formatRollout(ended, now)).not.toContain('loads')
})

test('a paused rollout shows its reason once', () => {
  const missing = ['needs to be resumed: a doubt']
  const text = formatRollout({ ...rollout, status: 'paused', reason: 'a doubt', missing }, now)
  expect(text.match(/a doubt/g)).toHaveLength(1)
})

test('the progress line shows completed steps, the current step and what is missing', () => {
  expect(formatProgress(rollout)).toBe(
    'things 1.1.0-11111111 [#>...] 5 % running; 1 of 88 loads failed; needs 112\n  more loads',
  )
  expect(formatProgress({ ...rollout, step: 0, share: 0, missing: [] })).toContain('[>....] testers running')
})

test('the status of all remotes is a table', () => {
  const ended = { ...rollout, status: 'rolled-back' as const, share: 0 }
  const others = [
    { ...status, remote: 'new', stable: null, rollout: null },
    { ...status, remote: 'old', off: 'a flood', frozen: 'holidays', rollout: ended },
  ]
  expect(formatStatusTable([status, ...others])).toBe(
    `remote  stable          latest rollout                switches
------  --------------  ----------------------------  -----------
things  1.0.0-00000000  running, 5 %: 1.1.0-11111111
new     none
old     1.0.0-00000000  rolled back: 1.1.0-11111111   off, frozen`,
  )
})

test('a site without remotes says so', () => {
  expect(formatStatusTable([])).toBe('Nothing has been published on this site.')
})
