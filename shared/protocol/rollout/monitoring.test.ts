import { describe, expect, test } from 'vitest'
import type { SignalName } from '../discovery/load-report.ts'
import { reports, start } from '../testing/rollout-events.ts'
import { decide, getMissingEvidence } from './decide.ts'
import { notRolledOut, type RemoteDeployment } from './rollout-state.ts'
import { type RolloutEvent, transition } from './transition.ts'

const advanced: RolloutEvent = { kind: 'advanced' }
const minuteMs = 60_000

interface Minute {
  readonly loads?: number
  readonly failures?: number
  readonly signals?: Partial<Record<SignalName, number>>
}

/** Reports of a minute of monitoring at 100 %, without a stable arm. */
const minute = (at: number, { loads = 400, failures = 0, signals = {} }: Minute): RolloutEvent => ({
  kind: 'reported',
  bucket: {
    atMs: at * minuteMs,
    families: { all: { canary: { loads, failures }, stable: { loads: 0, failures: 0 } } },
    firstFailures: { canary: failures, stable: 0 },
    signals: Object.fromEntries(
      Object.entries(signals).map(([name, canary]) => [name, { canary, stable: 0 }]),
    ),
    failingNetworks: failures,
    reportingNetworks: loads,
  },
})

/** After 20,000 healthy loads in each arm. */
function monitorWith(...facts: readonly RolloutEvent[]): RemoteDeployment {
  const toMonitoring = [start('mid'), advanced, advanced, advanced, reports(1, 20_000), advanced]
  return [...toMonitoring, ...facts].reduce(transition, { ...notRolledOut, stable: '1.0.0-00000000' })
}

const minutes = (from: number, count: number, each: Minute) =>
  Array.from({ length: count }, (_, at) => minute(from + at, each))

const missing = (deployment: RemoteDeployment) => getMissingEvidence(deployment, 'network').join()

describe('monitoring at 100 %', () => {
  test('ends after a healthy window', () => {
    expect(decide(monitorWith(...minutes(1, 14, {})))).toBeNull()
    expect(decide(monitorWith(...minutes(1, 16, { failures: 1 })))).toMatchObject({ kind: 'advanced' })
  })

  test('holds the rollout after ten minutes of an outage until it is healthy again', () => {
    const outage = minutes(1, 10, { failures: 240 })
    const after = (healthy: number) => monitorWith(...outage, ...minutes(11, healthy, {}))
    expect(decide(after(1))).toBeNull()
    expect(missing(monitorWith(...outage, ...minutes(11, 10, { failures: 240 })))).toMatch(
      /^needs healthy loads, or manual approval: at 100 %, 4,800 of 8,000 loads failed, more than before/,
    )
    expect(decide(after(20))).toMatchObject({ kind: 'advanced' })
  })

  test.each<[string, Minute]>([
    ['loads fail', { failures: 60 }],
    ['visitors have errors', { signals: { error: 60 } }],
  ])('rolls back by itself if many %s for half an hour', (_, worse) => {
    expect(decide(monitorWith(...minutes(1, 29, worse)))).toBeNull()
    expect(decide(monitorWith(...minutes(1, 36, worse)))).toMatchObject({ kind: 'rolled-back' })
  })

  test('is not impressed by an attacker with 16 networks, all of which fail at once', () => {
    const attack = minute(1, { loads: 20, failures: 16, signals: { error: 16, failure: 16, request: 16 } })
    expect(missing(monitorWith(...minutes(1, 30, {}), attack))).toBe('')
    expect(missing(monitorWith(attack))).not.toContain('at 100 %')
  })

  test.each<[string, Minute]>([
    ['a soft signal', { signals: { request: 100 } }],
    ['a few more failures than before, as in a night', { failures: 16 }],
  ])('never rolls back because of %s, but holds the rollout', (_, worse) => {
    let deployment = monitorWith()
    for (const event of minutes(1, 3 * 60, worse)) {
      deployment = transition(deployment, event)
      expect(decide(deployment)).toBeNull()
    }
    expect(missing(deployment)).toMatch(/^needs healthy loads, or manual approval: at 100 %/)
  })
})
