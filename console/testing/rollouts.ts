import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { createRollout as createBase } from './overview-apps.ts'

/** The time of all tests. */
export const now = Date.parse('2026-11-28T13:40:00Z')

const step = (share: number, marginPoints: number) => ({
  share,
  bakeMinutes: 15,
  minimumLoads: 1_000,
  marginPoints,
})

const error: NonNullable<Rollout['error']> = {
  ...{ remote: 'catalogue', release: '2.1.0-0a1b2c3d', type: 'TypeError', file: 'a.js', line: 1, column: 9 },
  source: { file: 'pages/home/forecast.tsx', line: 41, function: 'Forecast' },
  ...{ page: '/api/:category', browsers: ['firefox'], canary: 21, stable: 0 },
  ...{ firstSeenAt: now - 60_000, lastSeenAt: now },
}

/** Errors that rose from 0.3 % to 2.1 % of visits. */
export const rise: Pick<Rollout, 'signals' | 'error'> = {
  signals: [{ name: 'error', canary: 21, stable: 30, expected: 3, evidence: 2_200 }],
  error,
}

/** A healthy rollout at 5 % of visitors, whose step tolerates one point. */
export function createRollout(change: Partial<Rollout> = {}): Rollout {
  return {
    ...createBase(40),
    ...{ id: 'r1', remote: 'catalogue', from: '2.0.3-9e8d7c6b', to: '2.1.0-0a1b2c3d', status: 'running' },
    plan: { name: 'standard', steps: [step(0, 0), step(500, 1), step(2_500, 0.5)] },
    ...{ step: 1, share: 500, bakedMs: 540_000, startedAt: now - 3_600_000, changedAt: now - 600_000 },
    ...{ startedBy: 'ana', reason: null, evidence: 1, excessPoints: 0 },
    counts: { canary: { loads: 1_200, failures: 12 }, stable: { loads: 12_000, failures: 120 } },
    ...{ networks: { reporting: 1_000, failing: 9, needed: 20 }, countedBy: 'network' },
    ...{ signals: [], error: null, vitals: [], lastReportAt: now, missing: [], estimate: null },
    ...change,
  }
}

/** An event of the audit log. */
export function createEvent(change: Partial<AuditEvent> = {}): AuditEvent {
  return {
    ...{ seq: 1, at: now, by: 'ana', what: 'rollout.start', remote: 'catalogue', rollout: 'r1' },
    ...{ before: null, after: null, reason: null, revision: null },
    ...{ previous: '0'.repeat(64), hash: '1'.repeat(64), signature: null },
    ...change,
  }
}
