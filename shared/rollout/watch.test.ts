import { expect, test } from 'vitest'
import { decide, missingOf } from './decide.ts'
import { reports, start } from './staging.fixture.ts'
import { type Staging, unstaged } from './staging.ts'
import { type Fact, transition } from './transition.ts'

const advanced: Fact = { kind: 'advanced' }
const minuteMs = 60_000

/** Reports of a minute in the watch at 100 %: nobody is left to compare with. */
const minute = (at: number, loads: number, failures: number): Fact => ({
  kind: 'reported',
  bucket: {
    atMs: at * minuteMs,
    canary: { loads, failures },
    stable: { loads: 0, failures: 0 },
    failingNetworks: [],
  },
})

function watchWith(...facts: readonly Fact[]): Staging {
  const calm = reports(1, 20_000)
  const toTheWatch = [start('mid'), advanced, advanced, advanced, calm, advanced]
  return [...toTheWatch, ...facts].reduce(transition, { ...unstaged, stable: '1.0.0-00000000' })
}

const minutes = (from: number, count: number, failures: number) =>
  Array.from({ length: count }, (_, at) => minute(from + at, 400, failures))

test('ten minutes of an outage hold the watch until a whole stretch after them is calm', () => {
  const outage = minutes(1, 10, 240)
  const heldAfter = (calmMinutes: number) => watchWith(...outage, ...minutes(11, calmMinutes, 0))
  expect(decide(heldAfter(6))).toBeNull() // the stretch in which the outage was ends
  expect(missingOf(heldAfter(6)).join()).toMatch(
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
