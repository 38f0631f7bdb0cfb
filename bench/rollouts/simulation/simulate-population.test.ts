import { getPlan } from '@portico/protocol/rollout/plans.ts'
import { expect, test } from 'vitest'
import type { Population } from './population.ts'
import { simulatePopulation } from './simulate-population.ts'

const site: Population = {
  loadsPerMinute: 60,
  families: [
    { name: 'chromium', share: 0.99, alwaysFails: 0 },
    { name: 'old', share: 0.01, alwaysFails: 0 },
  ],
  failures: () => 0.005,
}

const simulate = (population: Partial<Population>, days = 3) =>
  simulateAll(population, days).map(({ status }) => status)

const simulateAll = (population: Partial<Population>, days: number) =>
  simulatePopulation({
    runs: 12,
    seed: 20261122,
    plan: getPlan('mid'),
    population: { ...site, ...population },
    limitMinutes: days * 24 * 60,
    bucketSeconds: 120,
  })

const all = (status: string) => Array.from({ length: 12 }, () => status)

test('regulars of whom some always fail do not stop a healthy release', () => {
  const families = site.families.map((family) => ({ ...family, alwaysFails: 0.02 }))
  const regulars = { visitors: 2_000, share: 0.5 }
  expect(simulate({ families, regulars })).toEqual(all('completed'))
})

test('a canary that is broken for 1 % of browsers is rolled back, whether they are a family or not', () => {
  expect(simulate({ canary: { brokenFamily: 'old' } })).toEqual(all('rolled-back'))
  expect(simulate({ canary: { brokenFor: 0.01 } })).toEqual(all('rolled-back'))
})

test('later loads of regulars do not hide a canary that is broken for some of them', () => {
  const regulars = { visitors: 4_000, share: 0.9 }
  const broken = { loadsPerMinute: 9, failures: () => 0.01, canary: { brokenFor: 0.02 } }
  const ends = simulateAll({ regulars, ...broken }, 5)
  expect(ends.filter(({ caught }) => caught === null)).toEqual([])
})

test('an attacker with 16 networks neither stops a healthy release nor lets a broken one pass', () => {
  const attacker = { networks: 16, family: 'old' }
  expect(simulate({ attacker: { ...attacker, goal: 'roll-back' } })).toEqual(all('completed'))
  const broken = { failures: () => 0.01, canary: { failures: 0.05 } }
  expect(simulate({ ...broken, attacker: { ...attacker, goal: 'advance' } })).toEqual(all('rolled-back'))
})

test('an attacker alone decides nothing, and neither do visitors behind an untrusted proxy', () => {
  const alone = { loadsPerMinute: 0, attacker: { networks: 16, family: 'old', goal: 'advance' as const } }
  expect(simulate(alone)).toEqual(all('unfinished'))
  expect(simulate({ hasUntrustedProxy: true, canary: { brokenFor: 1 } }, 1)).toEqual(all('unfinished'))
})
