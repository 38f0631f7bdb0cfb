import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { SignalName } from '../discovery/load-report.ts'
import { addReports } from './add-reports.ts'
import { type Evaluation, evaluate } from './evaluate.ts'
import { type Evidence, emptyEvidence, getEValue, getHardEValue } from './evidence.ts'

const step = { share: 500, bakeMinutes: 15, minimumLoads: 1_000, marginPoints: 1 }

const context = { share: 500, marginPoints: [1] }
const noReports = {
  ...{ atMs: 1_000, families: {}, firstFailures: { canary: 0, stable: 0 } },
  ...{ failingNetworks: 0, reportingNetworks: 0 },
}
const loadsOf = (loads: number) => ({
  all: { canary: { loads, failures: 0 }, stable: { loads: 19 * loads, failures: 0 } },
})

/** Evidence with `loads` of the canary, none of which failed, and visitors with a signal. */
function after(loads: number, signals: Partial<Record<SignalName, readonly [number, number]>>, share = 500) {
  const counts = Object.entries(signals).map(([name, [canary, stable]]) => [name, { canary, stable }])
  const counted = Object.fromEntries(counts)
  const bucket = { ...noReports, families: loadsOf(loads), signals: counted, reportingNetworks: loads }
  return addReports(emptyEvidence, bucket, { ...context, share })
}

function decide(evidence: Evidence, isPauseWaived = false): Evaluation {
  return evaluate({
    ...{ step, evidence, isPauseWaived },
    stepLoads: 1_000,
    bakedMs: 0,
  })
}

describe('a canary', () => {
  test.each(['error', 'failure'] as const)('is rolled back because of a hard signal: %s', (name) => {
    expect(decide(after(500, { [name]: [30, 60] }))).toMatchObject({ kind: 'rollback' })
  })

  test('is silent in a few more views because no browser has it in its cache, which neither stops nor holds it', () => {
    expect(decide(after(500, { silent: [80, 60] }))).toMatchObject({ kind: 'rollback' })
    const evidence = after(5_000, { silent: [400, 2_500] })
    expect(getEValue(evidence)).toBeLessThan(1)
    const atEnd = { step: { ...step, minimumLoads: 500 }, evidence, isPauseWaived: false }
    expect(evaluate({ ...atEnd, stepLoads: 1_000, bakedMs: 900_000 })).toMatchObject({ kind: 'advance' })
  })

  test.each(['request', 'blocked', 'shift', 'measure'] as const)(
    'is only paused because of a soft signal, however strong: %s',
    (name) => {
      const evidence = after(500, { [name]: [200, 60] })
      expect(decide(evidence)).toMatchObject({ kind: 'pause' })
      expect(decide(evidence, true), 'after it was resumed').toMatchObject({ kind: 'hold' })
    },
  )

  test('is rolled back if it never answers, in a few views, or in one browser family alone', () => {
    expect(decide(after(0, { silent: [20, 30] }))).toMatchObject({
      kind: 'rollback',
      reason: expect.stringMatching(
        /^20 visitors had a page that never answered, where 1\.58 would with stable/,
      ),
    })
    const bucket = { ...noReports, families: loadsOf(500), reportingNetworks: 500 }
    const [small, large] = [
      { canary: 25, stable: 10 },
      { canary: 100, stable: 1_900 },
    ]
    const silent = { canary: 125, stable: 1_910, families: { small, large } }
    const evidence = addReports(emptyEvidence, { ...bucket, signals: { silent } }, context)
    expect(decide(evidence)).toMatchObject({ kind: 'rollback' })
    expect(decide(after(500, { silent: [125, 1_910] }))).toMatchObject({ kind: 'hold' })
  })

  test('is told apart from stable in words', () => {
    expect(decide(after(500, { error: [30, 38], shift: [2, 40] }))).toMatchObject({
      reason: expect.stringMatching(
        /^30 visitors had an uncaught error, where 2 would with stable; 0 of 500 loads failed, 0 points more than stable \(e-value /,
      ),
    })
  })

  test('is not a reason if chance explains it', () => {
    const { reason } = v.parse(
      v.object({ reason: v.string() }),
      decide(after(500, { error: [30, 38], leave: [22, 380] })),
    )
    expect(reason).toContain('uncaught error')
    expect(reason).not.toContain('left at once')
  })

  test.each<[string, Partial<Record<SignalName, readonly [number, number]>>]>([
    ['as many as its share', { error: [30, 570], shift: [50, 950] }],
    ['fewer than five', { error: [4, 0] }],
    ['more than its share, but not by 0.2 % of its visitors', { error: [21, 380] }],
  ])('is not stopped by visitors with signals: %s', (_, signals) => {
    expect(decide(after(500, signals))).toMatchObject({ kind: 'hold' })
  })

  test('is not stopped by an attacker with 16 networks, all of which get it', () => {
    const names = ['error', 'failure', 'request', 'blocked', 'shift', 'measure'] as const
    const evidence = after(500, Object.fromEntries(names.map((name) => [name, [16, 0]])), 5_000)
    expect(decide(evidence)).toMatchObject({ kind: 'hold' })
  })
})

describe('a step', () => {
  const inStep = (signals: Parameters<typeof after>[1], loads = 1_000, stepLoads = loads) => {
    const evidence = after(loads, signals)
    const input = { step, evidence, isPauseWaived: false, stepLoads, bakedMs: 15 * 60_000 }
    const { kind, missing } = { missing: [], ...evaluate(input) }
    return [kind, ...missing.map((describe) => describe('network'))]
  }
  const needed = /^needs more loads: 2 points and half as many visitors again may have had an uncaught error$/

  test('waits until errors are not more frequent by its margin, or by half', () => {
    expect(inStep({ error: [25, 475] })).toEqual(['hold', expect.stringMatching(needed)])
    expect(inStep({ error: [50, 950] }, 10_000)).toEqual(['advance'])
    expect(inStep({ error: [100, 1_900] }, 2_000)).toEqual(['advance'])
  })

  test('waits for a soft signal until it has twice its loads', () => {
    expect(inStep({ shift: [40, 760] })).toEqual(['hold', expect.stringContaining('saw the page move')])
    expect(inStep({ shift: [40, 760] }, 1_000, 2_000)).toEqual(['advance'])
  })
})

test('a soft signal is no evidence for a rollback', () => {
  const none = after(500, {})
  const evidence = after(500, { shift: [200, 60] })
  expect(getEValue(evidence)).toBeGreaterThan(getEValue(none))
  expect(getHardEValue(evidence)).toBe(getHardEValue(none))
})

test('at 100 %, visitors are counted and compared with nothing', () => {
  const compared = after(500, { error: [3, 60] })
  const bucket = {
    ...{ ...noReports, atMs: 2_000, reportingNetworks: 900 },
    signals: { error: { canary: 90, stable: 0 } },
  }
  const { signals } = addReports(compared, bucket, { share: 10_000, marginPoints: [1] })
  expect(signals.error).toEqual({ ...compared.signals.error, canary: 93 })
})
