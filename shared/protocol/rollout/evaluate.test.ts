import { describe, expect, test } from 'vitest'
import { addReports } from './add-reports.ts'
import { type EvaluationInput, evaluate } from './evaluate.ts'
import { type Evidence, emptyEvidence } from './evidence.ts'
import { reportingNetworksNeeded } from './networks-needed.ts'
import type { CountedBy } from './rollout-record.ts'

type Loads = readonly [loads: number, failures: number]

/** Where the canary is compared with stable, as in `step`. */
const context = { share: 500, marginPoints: [1, 0.5, 0.3] }

/** Adds loads as [loads, failures]; each failure of the canary is in its own network. */
function add(
  evidence: Evidence,
  canary: Loads,
  stable: Loads,
  { share = context.share, networks = canary[1] } = {},
) {
  const arms = {
    canary: { loads: canary[0], failures: canary[1] },
    stable: { loads: stable[0], failures: stable[1] },
  }
  const bucket = {
    atMs: (evidence.untilMs ?? 0) + 1_000,
    families: { all: arms },
    firstFailures: { canary: canary[1], stable: stable[1] },
    failingNetworks: networks,
    reportingNetworks: evidence.canary.loads + canary[0],
  }
  return addReports(evidence, bucket, { ...context, share })
}

/** Adds `count` equal batches. */
const repeat = (count: number, canary: Loads, stable: Loads, share?: number) =>
  Array.from({ length: count }).reduce(
    (evidence: Evidence) => add(evidence, canary, stable, { share }),
    emptyEvidence,
  )

const seen = (canary: Loads, stable: Loads, networks = canary[1]) =>
  add(emptyEvidence, canary, stable, { networks })

const missing = (input: EvaluationInput, countedBy: CountedBy = 'network') => {
  const evaluation = evaluate(input)
  return evaluation.kind === 'hold'
    ? evaluation.missing.map((describe) => describe(countedBy))
    : evaluation.kind
}

const step = { share: 500, bakeMinutes: 15, minimumLoads: 1_000, marginPoints: 1 }
const ready: EvaluationInput = {
  step,
  evidence: repeat(10, [100, 0], [1_900, 2]),
  stepLoads: 1_000,
  bakedMs: 15 * 60_000,
  isPauseWaived: false,
}

describe('a step', () => {
  test('advances once it has baked, has its loads and is within its margin', () => {
    expect(evaluate(ready).kind).toBe('advance')
  })

  test.each([
    { stepLoads: 588, bakedMs: ready.bakedMs, expected: ['needs 412 more loads'] },
    { stepLoads: 999, bakedMs: ready.bakedMs, expected: ['needs 1 more load'] },
    { stepLoads: 1_000, bakedMs: 14 * 60_000 + 1, expected: ['needs 1 more minute of reports'] },
    { stepLoads: 0, bakedMs: 0, expected: ['needs 1,000 more loads', 'needs 15 more minutes of reports'] },
  ])('holds with what is missing: $expected', ({ expected, ...changes }) => {
    expect(missing({ ...ready, ...changes })).toEqual(expected)
  })

  test.each([
    [16, ['needs reports from 1 more network']],
    [12, ['needs reports from 5 more networks']],
    [reportingNetworksNeeded, 'advance'],
  ])('with reports from %d networks: %j', (reportingNetworks, expected) => {
    expect(missing({ ...ready, evidence: { ...ready.evidence, reportingNetworks } })).toEqual(expected)
  })

  test('names visitors if each of them counts', () => {
    const input = { ...ready, evidence: { ...ready.evidence, reportingNetworks: 12 } }
    expect(missing(input, 'visitor')).toEqual(['needs reports from 5 more visitors'])
  })

  test('holds while it may be worse than stable by more than its margin', () => {
    const evidence = repeat(2, [500, 5], [9_500, 100])
    expect(missing({ ...ready, evidence: repeat(1, [500, 10], [500, 10], 5_000) })).toEqual([
      'needs more loads: it may still be more than 1 point worse than stable',
    ])
    expect(missing({ ...ready, step: { ...step, marginPoints: 0.3 }, evidence })).toEqual([
      'needs more loads: it may still be more than 0.3 points worse than stable',
    ])
  })

  test('for testers waits for manual approval', () => {
    const testers = { share: 0, bakeMinutes: 0, minimumLoads: 0, marginPoints: 0 }
    expect(evaluate({ ...ready, step: testers })).toMatchObject({ kind: 'hold' })
  })

  test('of the plan `now` requires nothing', () => {
    const now = { share: 10_000, bakeMinutes: 0, minimumLoads: 0, marginPoints: 100 }
    expect(evaluate({ ...ready, step: now, evidence: emptyEvidence, stepLoads: 0, bakedMs: 0 }).kind).toBe(
      'advance',
    )
  })
})

describe('a canary that is worse', () => {
  const broken = seen([10, 10], [190, 0])

  test('is rolled back at the tenth failure if everything is broken', () => {
    expect(evaluate({ ...ready, evidence: broken })).toMatchObject({ kind: 'rollback' })
    expect(evaluate({ ...ready, evidence: seen([10, 5], [190, 0]), stepLoads: 0 }).kind).toBe('hold')
  })

  test('is left alone while the failures may come from 16 networks of one attacker', () => {
    expect(evaluate({ ...ready, evidence: seen([20, 20], [180, 0], 5) }).kind).toBe('hold')
    expect(evaluate({ ...ready, evidence: seen([20, 20], [180, 0], 6) }).kind).toBe('rollback')
    const half = add(emptyEvidence, [100, 60], [100, 0], { share: 5_000, networks: 15 })
    expect(evaluate({ ...ready, step: { ...step, share: 5_000 }, evidence: half }).kind).toBe('hold')
  })

  test('is paused before it is rolled back, and not paused again after it was resumed', () => {
    const suspicious = seen([500, 16], [9_500, 70])
    expect(evaluate({ ...ready, evidence: suspicious }).kind).toBe('pause')
    expect(missing({ ...ready, evidence: suspicious, isPauseWaived: true })).toEqual([
      expect.stringMatching(/^needs manual approval: the evidence against it is \d+$/),
    ])
    expect(evaluate({ ...ready, evidence: broken, isPauseWaived: true }).kind).toBe('rollback')
  })

  test('is rolled back if it fails in one browser family only', () => {
    const families = (canaryFailures: number) => ({
      chromium: { canary: { loads: 2_000, failures: 20 }, stable: { loads: 6_000, failures: 60 } },
      old: { canary: { loads: 25, failures: canaryFailures }, stable: { loads: 75, failures: 0 } },
    })
    const evidence = (failures: number) =>
      addReports(
        emptyEvidence,
        {
          atMs: 1,
          families: families(failures),
          firstFailures: { canary: 0, stable: 0 },
          failingNetworks: 20 + failures,
          reportingNetworks: 2_000,
        },
        { share: 2_500, marginPoints: [] },
      )
    const wide = { ...step, share: 2_500 }
    expect(evaluate({ ...ready, step: wide, evidence: evidence(20) }).kind).toBe('rollback')
    expect(evaluate({ ...ready, step: wide, evidence: evidence(3) }).kind).toBe('hold')
  })

  test('by less than 0.2 points is tolerated', () => {
    const evidence = seen([100_000, 150], [1_900_000, 190])
    expect(evaluate({ ...ready, evidence }).kind).toBe('hold')
  })

  test('is described in one sentence', () => {
    expect(evaluate({ ...ready, evidence: broken })).toMatchObject({
      reason: expect.stringMatching(
        /^10 of 10 loads failed, 100 points more than stable \(e-value [\d,]+\)$/,
      ),
    })
  })
})

test('an outage of both arms changes nothing', () => {
  const verdict = missing({ ...ready, evidence: seen([1_000, 600], [19_000, 11_400]), stepLoads: 0 })
  expect(verdict).toEqual(['needs 1,000 more loads'])
})
