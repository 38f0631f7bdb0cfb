import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { DroppedSchema, type Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { formatErrors, formatSignals } from './signal-commands.ts'

const error = {
  ...{ remote: 'weather', release: '1.4.0-0a1b2c3d', type: 'TypeError', file: 'home.js', line: 1, column: 9 },
  source: { file: 'pages/home/forecast.tsx', line: 41, function: 'Forecast' },
  ...{ page: '/weather', browsers: ['chromium', 'firefox'], canary: 21, stable: 0 },
  ...{ firstSeenAt: Date.UTC(2026, 10, 28, 9), lastSeenAt: Date.UTC(2026, 10, 28, 10) },
}

test('errors are listed with their positions in the sources, or else in the script', () => {
  const lines = formatErrors([error, { ...error, source: null, page: '' }]).split('\n')
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
    expect.stringMatching(/^canary {2}stable {2}error {2}position {2}function/),
    expect.stringMatching(/^-/),
    '  21  0  TypeError  pages/home/forecast.tsx:41  Forecast  /weather  chromium, firefox  1.4.0-0a1b2c3d  2026-11-28 09:00 UTC  2026-11-28 10:00 UTC',
    '  21  0  TypeError  home.js:1:9  chromium, firefox  1.4.0-0a1b2c3d  2026-11-28 09:00 UTC  2026-11-28 10:00 UTC',
  ])
  expect(formatErrors([])).toBe('No errors have been reported.')
})

const rollout: Rollout = {
  ...{ id: 'r1', remote: 'weather', from: '1.3.0-00000000', to: '1.4.0-0a1b2c3d', plan: getPlan('mid') },
  ...{ status: 'running', step: 1, share: 500, bakedMs: 60_000, startedAt: 1, changedAt: 1, startedBy: 'CI' },
  ...{ reason: null, evidence: 1, excessPoints: 0, countedBy: 'network', lastReportAt: null, missing: [] },
  counts: { canary: { loads: 1_200, failures: 1 }, stable: { loads: 12_000, failures: 9 } },
  networks: { reporting: 1_000, failing: 1, needed: 6 },
  signals: [
    { name: 'error', canary: 21, stable: 30, expected: 3, evidence: 1_234 },
    { name: 'shift', canary: 3, stable: 30, expected: 3, evidence: 0.4 },
  ],
  vitals: [{ name: 'inp', signal: 'slow-interaction', canary: 310, stable: 150 }],
  error,
  dropped: v.parse(DroppedSchema, {}),
  estimate: null,
}

test('signals are listed with their evidence, and those that rose in a sentence', () => {
  const lines = formatSignals(rollout).split('\n')
  expect(lines.slice(3)).toEqual([
    expect.stringMatching(/^errors +21 +30 +3 {2}very strong \(1,230\) +[\d.]+ %$/),
    expect.stringMatching(/^shifts +3 +30 +3 {2}none \(0\.4\) +[\d.]+ %$/),
    'Errors rose from 0.3 % to 2.1 % of visits (between 1.1 and 2.9 points more). Most frequent: TypeError in forecast.tsx:41.',
    'Three of four page views took at most:',
    ...['vital  canary  stable', '-----  ------  ------', 'inp    310 ms  150 ms'],
  ])
  expect(formatSignals({ ...rollout, signals: [], vitals: [] })).toContain('no signals')
})
