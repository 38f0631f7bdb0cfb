import { expect, test } from 'vitest'
import { type CountedVisitor, createCounter } from './counting.ts'

const families = [{ name: 'chromium' }, { name: 'old' }]
const visitor = (changes: Partial<CountedVisitor> = {}): CountedVisitor => ({
  network: null,
  family: 0,
  isReporting: false,
  isSilent: false,
  hasFailed: false,
  share: 0,
  day: 0,
  loads: 0,
  ...changes,
})

test('of the visitors in a network, only the first counts', () => {
  const counter = createCounter()
  const [first, second] = [visitor({ network: 1 }), visitor({ network: 1 })]
  counter.begin(0, 0.5)
  for (const who of [first, second, second, first]) counter.count(who, true, who === second)
  expect(counter.finish(0, families)).toMatchObject({
    families: { chromium: { canary: { loads: 2, failures: 0 } } },
    failingNetworks: 0,
    reportingNetworks: 1,
  })
})

test('a visitor fails once, in one arm, and counts ten loads a day', () => {
  const counter = createCounter()
  const who = visitor({ network: 1, family: 1 })
  const countTwenty = (day: number) => {
    counter.begin(day, 0.5)
    for (let load = 0; load < 20; load += 1) counter.count(who, load % 2 === 0, load < 5)
    return counter.finish(day, families).families
  }
  const arm = (loads: number, failures: number) => ({ loads, failures })
  expect(countTwenty(0)).toEqual({ old: { canary: arm(5, 1), stable: arm(5, 0) } })
  expect(countTwenty(1)).toEqual({ old: { canary: arm(5, 0), stable: arm(5, 0) } })
})

test('a failure in the visitor’s first load since the share grew is counted separately', () => {
  const counter = createCounter()
  const [early, late] = [visitor({ network: 1 }), visitor({ network: 2 })]
  const fails = (share: number, who: CountedVisitor, isCanary: boolean, hasFailed: boolean) => {
    counter.begin(0, share)
    counter.count(who, isCanary, hasFailed)
    return counter.finish(0, families).firstFailures
  }
  const none = { canary: 0, stable: 0 }
  expect(fails(0.05, early, false, false)).toEqual(none)
  expect(fails(0.25, early, true, true)).toEqual({ canary: 1, stable: 0 })
  expect(fails(0.25, late, false, false)).toEqual(none)
  expect(fails(0.25, late, false, true)).toEqual(none)
})

test('new visitors are counted together as they are one by one', () => {
  const [together, apart] = [createCounter(), createCounter()]
  for (const counter of [together, apart]) counter.begin(0, 0.5)
  for (const arm of ['canary', 'stable'] as const) {
    together.countNew(1, arm, { loads: 7, failures: 2 })
    for (let load = 0; load < 7; load += 1) apart.count(visitor({ family: 1 }), arm === 'canary', load < 2)
  }
  together.countNew(0, 'stable', { loads: 0, failures: 0 })
  expect(together.finish(0, families)).toEqual(apart.finish(0, families))
})
