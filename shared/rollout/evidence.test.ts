import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  type Evidence,
  EvidenceSchema,
  excessPoints,
  noEvidence,
  type ReportBucket,
  strengthOf,
  withReports,
} from './evidence.ts'

type Arms = readonly [
  canaryLoads: number,
  canaryFailures: number,
  stableLoads: number,
  stableFailures: number,
]

const bucket = (atMs: number, [loads, failures, stableLoads, stableFailures]: Arms): ReportBucket => ({
  atMs,
  canary: { loads, failures },
  stable: { loads: stableLoads, failures: stableFailures },
  failingNetworks: failures > 0 ? [`network ${atMs}`] : [],
})

const after = (...buckets: readonly Arms[]): Evidence =>
  buckets.reduce((evidence, arms, at) => withReports(evidence, bucket(at, arms)), noEvidence)

test('E begins at 1, and reports without a failure leave it there', () => {
  expect(strengthOf(noEvidence)).toBe(1)
  expect(strengthOf(after([50, 0, 950, 0]))).toBe(1)
})

test('E is the mean over the ratios of what each failure multiplies it by', () => {
  const theta = 0.5
  const each = [1.5, 2, 3, 5, 10, 30, 100].map((ratio) => ratio ** 2 / (1 + theta * (ratio - 1)) ** 3)
  const mean = each.reduce((sum, value) => sum + value, 0) / each.length
  expect(strengthOf(after([50, 2, 50, 1]))).toBeCloseTo(mean, 10)
})

test('E falls where stable fails, and stays where there is nobody to compare with', () => {
  expect(strengthOf(after([10, 0, 90, 20]))).toBeLessThan(1)
  expect(strengthOf(after([100, 60, 0, 0]))).toBeCloseTo(1, 10)
})

test('the excess is matched batch by batch: an outage of both arms before does not hide a regression now', () => {
  const outage: Arms = [10, 5, 990, 495]
  const regression: Arms = [500, 10, 500, 0]
  const evidence = after(outage, regression)
  expect(excessPoints(evidence)).toBeCloseTo((100 * 10) / 510, 10)
  const plain = 15 / 510 - 495 / 1490
  expect(plain).toBeLessThan(0)
})

test('buckets wait until they are twenty loads together', () => {
  const waiting = after([1, 1, 9, 0], [0, 0, 9, 0])
  expect(waiting.canary.loads).toBe(0)
  expect(strengthOf(waiting)).toBe(1)
  const batch = withReports(waiting, bucket(2, [0, 0, 1, 0]))
  expect(batch).toMatchObject({ canary: { loads: 1, failures: 1 }, stable: { loads: 19 }, open: null })
  expect(batch.logE).toEqual(after([1, 1, 19, 0]).logE)
})

test('a bucket that comes again changes nothing', () => {
  const evidence = after([20, 1, 80, 0], [20, 0, 80, 0])
  expect(withReports(evidence, bucket(1, [20, 5, 80, 0]))).toBe(evidence)
  expect(withReports(evidence, bucket(0, [20, 5, 80, 0]))).toBe(evidence)
})

test('no more networks are remembered than the decision asks for', () => {
  const evidence = after(...Array.from({ length: 9 }, (): Arms => [10, 1, 90, 0]))
  expect(evidence.failingNetworks).toEqual(['network 0', 'network 1', 'network 2'])
})

test('E stays a number that JSON can tell, and evidence can be kept as JSON', () => {
  const evidence = after([1_000, 1_000, 1_000, 0])
  expect(strengthOf(evidence)).toBe(1e9)
  expect(v.parse(EvidenceSchema, JSON.parse(JSON.stringify(evidence)))).toEqual(evidence)
})
