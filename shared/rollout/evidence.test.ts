import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  addReports,
  type Evidence,
  EvidenceSchema,
  emptyEvidence,
  getEValue,
  getExcessPoints,
  type ReportBucket,
} from './evidence.ts'

type Arms = readonly [
  canaryLoads: number,
  canaryFailures: number,
  stableLoads: number,
  stableFailures: number,
]

const bucket = (atMs: number, [loads, failures, stableLoads, stableFailures]: Arms): ReportBucket => ({
  atMs,
  families: {
    all: { canary: { loads, failures }, stable: { loads: stableLoads, failures: stableFailures } },
  },
  failingNetworks: failures,
  reportingNetworks: loads,
})

const after = (...buckets: readonly Arms[]): Evidence =>
  buckets.reduce((evidence, arms, at) => addReports(evidence, bucket(at, arms)), emptyEvidence)

test('E starts at 1 and stays there without failures', () => {
  expect(getEValue(emptyEvidence)).toBe(1)
  expect(getEValue(after([50, 0, 950, 0]))).toBe(1)
})

test('E is the weighted mean of the likelihood ratios', () => {
  const theta = 0.5
  const weights = { 1.5: 0.15, 2: 0.06, 3: 0.18, 5: 0.25, 10: 0.26, 30: 0.09, 100: 0.01 }
  const parts = Object.entries(weights).map(
    ([ratio, weight]) => (weight * Number(ratio) ** 2) / (1 + theta * (Number(ratio) - 1)) ** 3,
  )
  expect(getEValue(after([50, 2, 50, 1]))).toBeCloseTo(
    parts.reduce((sum, part) => sum + part, 0),
    10,
  )
})

test('E is 1 on average for a healthy release', () => {
  const theta = 0.05
  const [inCanary, inStable] = [after([50, 1, 950, 0]), after([50, 0, 950, 1])]
  expect(theta * getEValue(inCanary) + (1 - theta) * getEValue(inStable)).toBeCloseTo(1, 10)
})

test('E falls when stable fails, and stays without a stable arm', () => {
  expect(getEValue(after([10, 0, 90, 20]))).toBeLessThan(1)
  expect(getEValue(after([100, 60, 0, 0]))).toBeCloseTo(1, 10)
})

test('an earlier outage of both arms does not hide a regression', () => {
  const outage: Arms = [10, 5, 990, 495]
  const regression: Arms = [500, 10, 500, 0]
  const evidence = after(outage, regression)
  expect(getExcessPoints(evidence)).toBeCloseTo((100 * 10) / 510, 10)
  const plain = 15 / 510 - 495 / 1490
  expect(plain).toBeLessThan(0)
})

test('buckets accumulate into a batch of twenty loads, five of them of the canary', () => {
  const waiting = after([4, 1, 9, 0], [0, 0, 90, 0])
  expect(waiting.canary.loads).toBe(0)
  expect(getEValue(waiting)).toBe(1)
  const batch = addReports(waiting, bucket(2, [1, 0, 1, 0]))
  expect(batch).toMatchObject({ canary: { loads: 5, failures: 1 }, stable: { loads: 100 }, open: null })
  expect(batch.logE).toEqual(after([5, 1, 100, 0]).logE)
  expect(after([5, 1, 14, 0]).canary.loads).toBe(0)
})

test('with few canary loads, a batch is complete after half a minute and twenty loads', () => {
  const waiting = [bucket(0, [1, 1, 9, 0]), bucket(29_999, [0, 0, 90, 0])].reduce(addReports, emptyEvidence)
  expect(waiting.canary.loads).toBe(0)
  expect(addReports(waiting, bucket(30_000, [0, 0, 1, 0]))).toMatchObject({
    canary: { loads: 1, failures: 1 },
    stable: { loads: 100 },
    open: null,
  })
  const quiet = [bucket(0, [1, 0, 9, 0]), bucket(600_000, [0, 0, 9, 0])].reduce(addReports, emptyEvidence)
  expect(quiet.canary.loads).toBe(0)
})

test('a repeated bucket changes nothing', () => {
  const evidence = after([20, 1, 80, 0], [20, 0, 80, 0])
  expect(addReports(evidence, bucket(1, [20, 5, 80, 0]))).toBe(evidence)
  expect(addReports(evidence, bucket(0, [20, 5, 80, 0]))).toBe(evidence)
})

test('keeps the latest number of networks, and every load of each family', () => {
  const loads = (canary: number, stable: number) => ({
    canary: { loads: canary, failures: 1 },
    stable: { loads: stable, failures: 0 },
  })
  const evidence = [
    { atMs: 1, families: { firefox: loads(1, 2) }, failingNetworks: 1, reportingNetworks: 1 },
    {
      atMs: 2,
      families: { firefox: loads(1, 2), safari: loads(1, 9) },
      failingNetworks: 2,
      reportingNetworks: 3,
    },
  ].reduce(addReports, emptyEvidence)
  expect(evidence).toMatchObject({ failingNetworks: 2, reportingNetworks: 3 })
  expect(evidence.counted).toEqual({
    firefox: { canary: { loads: 2, failures: 2 }, stable: { loads: 4, failures: 0 } },
    safari: { canary: { loads: 1, failures: 1 }, stable: { loads: 9, failures: 0 } },
  })
})

test('evidence can be stored as JSON', () => {
  const evidence = after([1_000, 1_000, 1_000, 0])
  expect(getEValue(evidence)).toBe(1e9)
  expect(v.parse(EvidenceSchema, JSON.parse(JSON.stringify(evidence)))).toEqual(evidence)
})

test('evidence from before browser families can still be read', () => {
  const { counted, reportingNetworks, ...shared } = after([50, 2, 950, 1])
  const open = { atMs: 5, canary: { loads: 3, failures: 1 }, stable: { loads: 4, failures: 0 } }
  const old = {
    ...{ ...shared, failingNetworks: ['a', 'b'] },
    open: { ...open, failingNetworks: ['b'] },
  }
  expect(v.parse(EvidenceSchema, JSON.parse(JSON.stringify(old)))).toEqual({
    ...shared,
    counted: { all: { canary: { loads: 53, failures: 3 }, stable: { loads: 954, failures: 1 } } },
    failingNetworks: 2,
    reportingNetworks: 0,
    open,
  })
})
