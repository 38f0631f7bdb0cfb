import { expect, test } from 'vitest'
import { reports, start } from '../testing/rollout-events.ts'
import { decide, getMissingEvidence } from './decide.ts'
import { notRolledOut, type RemoteDeployment } from './rollout-state.ts'
import { type RolloutEvent, transition } from './transition.ts'

const advanced: RolloutEvent = { kind: 'advanced' }
const minuteMs = 60_000

/** Reports of a minute of monitoring at 100 %, without a stable arm. */
const minute = (at: number, loads: number, failures: number): RolloutEvent => ({
  kind: 'reported',
  bucket: {
    atMs: at * minuteMs,
    families: { all: { canary: { loads, failures }, stable: { loads: 0, failures: 0 } } },
    firstFailures: { canary: failures, stable: 0 },
    failingNetworks: failures,
    reportingNetworks: loads,
  },
})

function monitorWith(...facts: readonly RolloutEvent[]): RemoteDeployment {
  const healthy = reports(1, 20_000)
  const toMonitoring = [start('mid'), advanced, advanced, advanced, healthy, advanced]
  return [...toMonitoring, ...facts].reduce(transition, { ...notRolledOut, stable: '1.0.0-00000000' })
}

const minutes = (from: number, count: number, failures: number) =>
  Array.from({ length: count }, (_, at) => minute(from + at, 400, failures))

test('ten minutes of an outage hold the rollout until a complete healthy window', () => {
  const outage = minutes(1, 10, 240)
  const heldAfter = (healthyMinutes: number) => monitorWith(...outage, ...minutes(11, healthyMinutes, 0))
  expect(decide(heldAfter(6))).toBeNull() // the window with the outage ends
  expect(getMissingEvidence(heldAfter(6), 'network').join()).toMatch(
    /^needs manual approval, or 2,000 healthy loads in a row: at 100 % at least/,
  )
  expect(decide(heldAfter(20))).toBeNull()
  expect(decide(heldAfter(21))).toMatchObject({ kind: 'advanced' })
})

test('a release that keeps failing is held forever', () => {
  let deployment = monitorWith()
  for (const event of minutes(1, 24 * 60, 24)) {
    deployment = transition(deployment, event)
    expect(decide(deployment)).toBeNull()
  }
})
