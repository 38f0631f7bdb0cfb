import { describe, expect, test } from 'vitest'
import { addReports } from './add-reports.ts'
import { evaluate } from './evaluate.ts'
import { type Evidence, emptyEvidence } from './evidence.ts'
import { createHistogram, getPercentile75, getVitalBucket } from './vitals.ts'

const step = { share: 500, bakeMinutes: 0, minimumLoads: 1_000, marginPoints: 1 }

/** Reports interactions that take these times, each of as many visitors as its arm has loads. */
function add(before: Evidence, loads: number, ms: { canary: readonly number[]; stable: readonly number[] }) {
  const histogram = (arm: 'canary' | 'stable', visitors: number) => {
    const counts = createHistogram()
    for (const value of ms[arm])
      counts[getVitalBucket('inp', value, arm)] =
        (counts[getVitalBucket('inp', value, arm)] ?? 0) + visitors / ms[arm].length
    return counts
  }
  const arm = (count: number) => ({ loads: count, failures: 0 })
  const bucket = {
    atMs: 1_000,
    families: { all: { canary: arm(loads), stable: arm(19 * loads) } },
    firstFailures: { canary: 0, stable: 0 },
    vitals: { inp: { canary: histogram('canary', loads), stable: histogram('stable', 19 * loads) } },
    failingNetworks: 0,
    reportingNetworks: before.canary.loads + loads,
  }
  return addReports(before, bucket, { share: 500, marginPoints: [1] })
}

/** From 100 ms to 3.4 s. */
const stable = Array.from({ length: 40 }, (_, at) => 100 * 1.095 ** at)
const after = (canary: readonly number[], batches = 10) =>
  Array.from({ length: batches }).reduce(
    (evidence: Evidence) => add(evidence, 400, { canary, stable }),
    emptyEvidence,
  )

const decide = (evidence: Evidence, stepLoads = 1_000) =>
  evaluate({ step, evidence, stepLoads, bakedMs: 0, isPauseWaived: false })

describe('how long interactions take', () => {
  test('is compared with the 75th percentile of stable, and only pauses', () => {
    const slower = after(stable.map((ms) => 1.5 * ms))
    expect(decide(slower)).toMatchObject({
      kind: 'pause',
      reason: expect.stringMatching(
        /^[\d,]+ visitors waited for an interaction, where [\d,]+ would with stable/,
      ),
    })
  })

  test.each([
    ['is as fast', stable],
    ['is 2 % slower', stable.map((ms) => 1.02 * ms)],
    ['is slower below what is good', stable.map((ms) => (ms < 150 ? 1.3 * ms : ms))],
  ])('lets a canary advance that %s', (_, canary) => {
    expect(decide(after(canary))).toMatchObject({ kind: 'advance' })
  })

  test('holds a step while it may be slower than the margin, for twice the step’s loads at most', () => {
    const few = after(stable, 2)
    const { missing } = { missing: [], ...decide(few) }
    expect(missing.map((describe) => describe('network'))).toEqual([
      'needs more loads: it may still be more than 19 % worse in response time',
    ])
    expect(decide(few, 2_000)).toMatchObject({ kind: 'advance' })
  })

  test('says nothing before stable has a hundred values', () => {
    const first = add(emptyEvidence, 5, { canary: [2_000], stable: [100] })
    expect(first.signals).toEqual({})
  })

  test('is known by its 75th percentile, within 8 %', () => {
    const { vitals } = after(stable.map((ms) => 2 * ms))
    const [canary, ofStable] = (['canary', 'stable'] as const).map((arm) =>
      getPercentile75(vitals, 'inp', arm),
    )
    expect(Math.abs((ofStable ?? 0) / (stable[29] ?? 0) - 1)).toBeLessThan(0.08)
    expect(Math.abs((canary ?? 0) / (2 * (stable[29] ?? 0)) - 1)).toBeLessThan(0.08)
  })
})

test('every value has a bucket', () => {
  for (const value of [0, 1, 200, 3_600_000])
    expect(createHistogram()[getVitalBucket('lcp', value, 'stable')]).toBe(0)
})
