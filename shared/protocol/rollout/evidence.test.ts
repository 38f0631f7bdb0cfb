import * as v from 'valibot'
import { expect, test } from 'vitest'
import { addReports } from './add-reports.ts'
import {
  type Evidence,
  EvidenceSchema,
  emptyEvidence,
  getAdvanceEValue,
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

const counts = ([loads, failures, stableLoads, stableFailures]: Arms) => ({
  canary: { loads, failures },
  stable: { loads: stableLoads, failures: stableFailures },
})

const none = { canary: 0, stable: 0 }

const bucket = (atMs: number, arms: Arms): ReportBucket => ({
  atMs,
  families: { all: counts(arms) },
  firstFailures: none,
  failingNetworks: arms[1],
  reportingNetworks: arms[0],
})

const half = { share: 5_000, marginPoints: [1] }

const after = (...buckets: readonly Arms[]): Evidence =>
  buckets.reduce((evidence, arms, at) => addReports(evidence, bucket(at, arms), half), emptyEvidence)

test('without failures, nothing speaks against the canary', () => {
  expect(getEValue(after([50, 0, 950, 0]))).toBeLessThan(1)
})

test('E grows with failures of the canary, and falls when stable fails', () => {
  const before = getEValue(after([50, 5, 50, 5]))
  expect(getEValue(after([50, 6, 50, 5]))).toBeGreaterThan(before)
  expect(getEValue(after([50, 5, 50, 6]))).toBeLessThan(before)
})

test('more loads alone change nothing: nobody can raise E by reporting successes', () => {
  expect(getEValue(after([50, 5, 50, 5]))).toBe(getEValue(after([5, 5, 5_000, 5])))
})

test('failures in first loads count for themselves, so those of later loads do not hide them', () => {
  const mixed = bucket(1, [1_000, 60, 1_000, 40])
  const first = { ...mixed, firstFailures: { canary: 30, stable: 10 } }
  const [apart, hidden] = [first, mixed].map((reports) => getEValue(addReports(emptyEvidence, reports, half)))
  expect(apart).toBeGreaterThan(2 * (hidden ?? 0))
})

test('failures in first loads are summed up, and nothing is compared at 100 %', () => {
  const reports = (atMs: number) => ({
    ...bucket(atMs, [9, 3, 9, 2]),
    firstFailures: { canary: 2, stable: 1 },
  })
  const compared = addReports(emptyEvidence, reports(1), half)
  const evidence = addReports(compared, reports(2), { ...half, share: 10_000 })
  expect(evidence.firstFailures).toEqual({ canary: 4, stable: 2 })
  expect(evidence.firstLogE).toEqual(compared.firstLogE)
})

test('a browser family counts for itself', () => {
  const base = { atMs: 1, firstFailures: none, failingNetworks: 9, reportingNetworks: 99 }
  const good = counts([1_000, 40, 1_000, 40])
  const mixed = { ...base, families: { chromium: good, old: counts([12, 12, 12, 0]) } }
  const spread = { ...base, families: { chromium: counts([1_012, 52, 1_012, 40]) } }
  const [ofFamily, ofAll] = [mixed, spread].map((reports) =>
    getEValue(addReports(emptyEvidence, reports, half)),
  )
  expect(ofFamily).toBeGreaterThan(2 * (ofAll ?? 0))
})

test('at most ten families are distinguished', () => {
  const names = Array.from({ length: 12 }, (_, at) => `family ${at}`)
  const families = Object.fromEntries(names.map((name) => [name, counts([9, 1, 9, 1])]))
  const reports = { atMs: 1, families, firstFailures: none, failingNetworks: 12, reportingNetworks: 99 }
  const evidence = addReports(emptyEvidence, reports, half)
  expect(Object.keys(evidence.families)).toEqual(names.slice(0, 10))
  expect(evidence.canary).toEqual({ loads: 108, failures: 12 })
})

test('at 100 % there is nothing to compare the canary with', () => {
  const before = after([50, 5, 50, 5])
  const later = addReports(before, bucket(9, [500, 400, 0, 0]), { ...half, share: 10_000 })
  expect([getEValue(later), getExcessPoints(later)]).toEqual([getEValue(before), getExcessPoints(before)])
  expect(later.canary.loads).toBe(550)
})

test('an earlier outage of both arms does not hide a regression', () => {
  const outage = addReports(emptyEvidence, bucket(0, [10, 5, 190, 95]), { ...half, share: 500 })
  const regression = addReports(outage, bucket(1, [500, 10, 500, 0]), half)
  expect(getExcessPoints(regression)).toBeCloseTo((100 * 10) / 510, 10)
  const plain = 15 / 510 - 95 / 690
  expect(plain).toBeLessThan(0)
})

test('the e-value to advance changes with every batch of 200 loads', () => {
  const logE = (evidence: Evidence) => evidence.advance[1]?.logE
  expect(logE(after([99, 0, 100, 0]))).toBeUndefined()
  expect(logE(after([99, 0, 100, 0], [1, 0, 0, 0]))).toBe(logE(after([100, 0, 100, 0])))
  expect(after([100, 0, 100, 0]).open.canary.loads).toBe(0)
})

test('success of both arms lets it advance; failures of stable that an attacker can cause do not help', () => {
  const batches = (count: number, arms: Arms) => Array.from({ length: count }, () => arms)
  const healthy = (count: number) => getAdvanceEValue(after(...batches(count, [500, 0, 500, 0])), 1)
  expect(healthy(1)).toBeLessThan(20)
  expect(healthy(4)).toBeGreaterThan(20)
  const worse = batches(4, [500, 10, 500, 5])
  expect(getAdvanceEValue(after(...worse), 1)).toBeLessThan(20)
  expect(getAdvanceEValue(after([40, 0, 160, 16], ...worse), 1)).toBeLessThan(20)
})

test('reports count after the clock has gone back', () => {
  const ahead = addReports(emptyEvidence, bucket(86_400_000, [20, 1, 80, 0]), half)
  const evidence = addReports(ahead, bucket(1, [20, 5, 80, 0]), half)
  expect(evidence.canary).toEqual({ loads: 40, failures: 6 })
  expect(evidence).toMatchObject({ sinceMs: 86_400_000, untilMs: 86_400_000 })
})

test('keeps the latest number of networks, and every load of each family', () => {
  const first = { firefox: counts([1, 1, 2, 0]) }
  const second = { firefox: counts([1, 1, 2, 0]), safari: counts([1, 1, 9, 0]) }
  const evidence = [
    { atMs: 1, families: first, firstFailures: none, failingNetworks: 1, reportingNetworks: 1 },
    { atMs: 2, families: second, firstFailures: none, failingNetworks: 2, reportingNetworks: 3 },
  ].reduce((before, reports) => addReports(before, reports, half), emptyEvidence)
  expect(evidence).toMatchObject({ failingNetworks: 2, reportingNetworks: 3 })
  expect(evidence.counted).toEqual({ firefox: counts([2, 2, 4, 0]), safari: counts([1, 1, 9, 0]) })
})

test('evidence can be stored as JSON', () => {
  const evidence = after([1_000, 1_000, 1_000, 0])
  expect(getEValue(evidence)).toBeGreaterThan(2.5e8)
  expect(v.parse(EvidenceSchema, JSON.parse(JSON.stringify(evidence)))).toEqual(evidence)
})

test('evidence from before first loads were told apart can still be read', () => {
  const { firstLogE: _, firstFailures: __, ...old } = after([1_000, 30, 1_000, 10])
  const read = v.parse(EvidenceSchema, JSON.parse(JSON.stringify(old)))
  expect(read).toEqual({ ...old, firstLogE: emptyEvidence.firstLogE, firstFailures: none })
})
