import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { createRollout as createBase } from '@portico/protocol/testing/rollouts.ts'
import type { ConsoleSession } from '@portico/protocol/tokens/console-session.ts'

/** A remote without a rollout. */
export function createApp(more: Partial<OverviewApp> = {}): OverviewApp {
  return {
    name: 'catalogue',
    kind: 'remote',
    team: 'Catalogue team',
    stable: '2.0.0-aaaaaaaa',
    fallback: '1.9.0-bbbbbbbb',
    off: null,
    frozen: null,
    rollout: null,
    published: null,
    ...more,
  }
}

type OverviewRollout = NonNullable<OverviewApp['rollout']>

/** A rollout of 2.1.0 that is running at 5 %. */
export function createOverviewRollout(more: Partial<OverviewRollout> = {}): OverviewRollout {
  const arm = { loads: 1_000, failures: 3 }
  return {
    id: 'r1',
    from: '2.0.0-aaaaaaaa',
    to: '2.1.0-cccccccc',
    plan: 'mid',
    status: 'running',
    step: 1,
    steps: [0, 500, 2_500, 5_000, 10_000],
    share: 500,
    startedAt: 0,
    changedAt: 0,
    startedBy: 'ci',
    reason: null,
    counts: { canary: arm, stable: arm },
    health: { canary: 'good', stable: 'good' },
    missing: [],
    stepEndsAt: null,
    lastReportAt: null,
    trend: { canary: [], stable: [] },
    ...more,
  }
}

/** The same rollout in the API, with so many loads per minute. */
export function createRollout(loadsPerMinute: number, more: Partial<Rollout> = {}): Rollout {
  const { plan: _, health, steps, trend, stepEndsAt, ...shared } = createOverviewRollout()
  return createBase({
    ...shared,
    remote: 'catalogue',
    plan: {
      name: 'mid',
      steps: steps.map((share) => ({ share, bakeMinutes: 15, minimumLoads: 200, marginPoints: 1 })),
    },
    networks: { reporting: 9, failing: 0, needed: 4 },
    estimate: { loadsPerMinute, countedIn: 'this-rollout', steps: [] },
    ...more,
  })
}

/** Someone who may do what `scopes` say. */
export function createSession(...scopes: readonly string[]): ConsoleSession {
  const site = { name: 'A site', url: 'http://127.0.0.1:3000' }
  return { name: 'anna', scopes: [...scopes], expiresAt: 0, csrfToken: 'a-csrf-token', site }
}
