import { describe, expect, test } from 'vitest'
import { type EvaluationInput, evaluate } from './evaluate.ts'
import { addReports, type Evidence, emptyEvidence } from './evidence.ts'

/** Returns the evidence after one batch of [loads, failures]; the canary failed in `failingNetworks` networks. */
function seen(
  canary: readonly [number, number],
  stable: readonly [number, number],
  failingNetworks = 3,
): Evidence {
  return addReports(emptyEvidence, {
    atMs: 1,
    families: {
      all: {
        canary: { loads: canary[0], failures: canary[1] },
        stable: { loads: stable[0], failures: stable[1] },
      },
    },
    failingNetworks,
    reportingNetworks: canary[0],
  })
}

const step = { share: 500, bakeMinutes: 15, minimumLoads: 1_000, marginPoints: 1 }
const ready: EvaluationInput = {
  step,
  evidence: seen([1_000, 1], [19_000, 19]),
  stepLoads: 1_000,
  bakedMs: 15 * 60_000,
  monitoringWindow: { loads: 0, failures: 0, bakedMs: 0 },
  isPauseWaived: false,
}

describe('a step', () => {
  test('advances once it has baked, has its loads and is within its margin', () => {
    expect(evaluate(ready).kind).toBe('advance')
  })

  test.each([
    { stepLoads: 588, bakedMs: ready.bakedMs, missing: ['needs 412 more loads'] },
    { stepLoads: 999, bakedMs: ready.bakedMs, missing: ['needs 1 more load'] },
    { stepLoads: 1_000, bakedMs: 14 * 60_000 + 1, missing: ['needs 1 more minute of reports'] },
    { stepLoads: 0, bakedMs: 0, missing: ['needs 1,000 more loads', 'needs 15 more minutes of reports'] },
  ])('holds with what is missing: $missing', ({ missing, ...changes }) => {
    expect(evaluate({ ...ready, ...changes })).toEqual({ kind: 'hold', missing })
  })

  test('holds while it may be worse than stable by more than its margin', () => {
    const verdict = evaluate({ ...ready, evidence: seen([1_000, 20], [1_000, 10]) })
    expect(verdict).toEqual({
      kind: 'hold',
      missing: ['needs more loads: it may be 1.89 points worse than stable, and 1 are allowed'],
    })
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

describe('monitoring at 100 %', () => {
  const watch = { share: 10_000, bakeMinutes: 15, minimumLoads: 2_000, marginPoints: 0.5 }
  const lucky = seen([2_000, 20], [18_000, 90])
  const since = (loads: number, failures: number) =>
    addReports(lucky, {
      atMs: 60_000,
      families: { all: { canary: { loads, failures }, stable: { loads: 0, failures: 0 } } },
      failingNetworks: 0,
      reportingNetworks: loads,
    })
  const watched = (evidence: Evidence) => evaluate({ ...ready, step: watch, evidence, stepLoads: 2_000 })

  test('does not hold forever because stable was lucky', () => {
    expect(evaluate({ ...ready, step: { ...watch, share: 5_000 }, evidence: lucky }).kind).toBe('hold')
    expect(watched(since(2_000, 20)).kind).toBe('advance')
    expect(watched(since(200_000, 2_000)).kind).toBe('advance')
  })

  test('holds if the release fails significantly more often than stable did, and says so', () => {
    expect(watched(since(2_000, 60))).toEqual({
      kind: 'hold',
      missing: [
        'needs manual approval, or 2,000 healthy loads in a row: at 100 % at least 2.4 % of loads fail, compared with at most 0.595 % of stable',
      ],
    })
  })

  test('forgets an outage after a complete window that is significantly healthy', () => {
    const evidence = since(4_000, 380)
    const minutes = 15
    const after = (loads: number, failures: number, baked = minutes) =>
      evaluate({
        ...{ ...ready, step: watch, evidence, stepLoads: 4_000 },
        monitoringWindow: { loads, failures, bakedMs: baked * 60_000 },
      }).kind
    expect(after(2_000, 10)).toBe('advance')
    expect(after(1_999, 10)).toBe('hold')
    expect(after(2_000, 10, 14.9)).toBe('hold')
    expect(after(2_000, 20)).toBe('hold') // 1 % is within stable's bound and the margin, but not surely
  })

  test('advances by itself if there was never a stable arm', () => {
    const evidence = addReports(emptyEvidence, {
      atMs: 1,
      families: { all: { canary: { loads: 2_000, failures: 20 }, stable: { loads: 0, failures: 0 } } },
      failingNetworks: 0,
      reportingNetworks: 2_000,
    })
    expect(watched(evidence).kind).toBe('advance')
  })
})

describe('a canary that is worse', () => {
  const broken = seen([10, 5], [190, 0])

  test('is rolled back at the fifth failure if everything is broken', () => {
    expect(evaluate({ ...ready, evidence: broken })).toMatchObject({ kind: 'rollback' })
    expect(evaluate({ ...ready, evidence: seen([10, 4], [190, 0]), stepLoads: 0 }).kind).toBe('hold')
  })

  test('is only paused if the failures come from fewer than three networks', () => {
    expect(evaluate({ ...ready, evidence: seen([10, 5], [190, 0], 2) }).kind).toBe('pause')
  })

  test('is paused before it is rolled back, and not paused again after it was resumed', () => {
    const suspicious = seen([500, 9], [500, 0])
    expect(evaluate({ ...ready, evidence: suspicious }).kind).toBe('pause')
    expect(evaluate({ ...ready, evidence: suspicious, isPauseWaived: true }).kind).toBe('hold')
    expect(evaluate({ ...ready, evidence: broken, isPauseWaived: true }).kind).toBe('rollback')
  })

  test('by less than 0.2 points is tolerated', () => {
    const evidence = seen([100_000, 150], [100_000, 10])
    expect(evaluate({ ...ready, evidence }).kind).toBe('hold')
  })

  test('is described in one sentence', () => {
    expect(evaluate({ ...ready, evidence: broken })).toMatchObject({
      reason: expect.stringMatching(/^5 of 10 loads failed, 50 points more than stable \(e-value [\d,]+\)$/),
    })
  })
})

test('an outage of both arms changes nothing', () => {
  const verdict = evaluate({ ...ready, evidence: seen([1_000, 600], [19_000, 11_400]), stepLoads: 0 })
  expect(verdict).toEqual({ kind: 'hold', missing: ['needs 1,000 more loads'] })
})
