import { expect, test } from 'vitest'
import { reports, start } from '../testing/rollout-events.ts'
import { decide, getMissingEvidence } from './decide.ts'
import { notRolledOut, type RemoteDeployment } from './rollout-state.ts'
import { type RolloutEvent, transition } from './transition.ts'

const advanced: RolloutEvent = { kind: 'advanced' }
const minuteMs = 60_000

/** Reports of a minute in the watch at 100 %: nobody is left to compare with. */
const minute = (at: number, loads: number, failures: number): RolloutEvent => ({
  kind: 'reported',
  bucket: {
    atMs: at * minuteMs,
    canary: { loads, failures },
    stable: { loads: 0, failures: 0 },
    failingNetworks: [],
  },
})

function watchWith(...facts: readonly RolloutEvent[]): RemoteDeployment {
  const calm = reports(1, 20_000)
  const toTheWatch = [start('mid'), advanced, advanced, advanced, calm, advanced]
  return [...toTheWatch, ...facts].reduce(transition, { ...notRolledOut, stable: '1.0.0-00000000' })
}

const minutes = (from: number, count: number, failures: number) =>
  Array.from({ length: count }, (_, at) => minute(from + at, 400, failures))

test('ten minutes of an outage hold the watch until a whole stretch after them is calm', () => {
  const outage = minutes(1, 10, 240)
  const heldAfter = (calmMinutes: number) => watchWith(...outage, ...minutes(11, calmMinutes, 0))
  expect(decide(heldAfter(6))).toBeNull() // the stretch in which the outage was ends
  expect(getMissingEvidence(heldAfter(6)).join()).toMatch(
    /^needs a person, or 2,000 calmer loads in a row: at 100 % at least/,
  )
  expect(decide(heldAfter(20))).toBeNull()
  expect(decide(heldAfter(21))).toMatchObject({ kind: 'advanced' })
})

test('a release that goes on failing is held for ever, however many stretches there are', () => {
  let staging = watchWith()
  for (const fact of minutes(1, 24 * 60, 24)) {
    staging = transition(staging, fact)
    expect(decide(staging)).toBeNull()
  }
})
