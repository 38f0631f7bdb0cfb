import { expect, test } from 'vitest'
import { compareLoads, formatLatencies, formatLoads } from './compare-loads.ts'
import type { Load, Loads } from './measure-loads.ts'

const measured: Loads[] = [
  ...series('portico', { slow: [320, 300, 310], fast: [180, 170, 190] }),
  ...series('monolith, preloaded', { slow: [1000, 1000, 1000], fast: [400, 400, 400] }),
  ...series('monolith, server-rendered', { slow: [300, 300, 300], fast: [170, 170, 170] }),
  ...series('default federation', { slow: [2400, 2500, 2600], fast: [900, 920, 940] }),
]

test('each rival is compared on both networks', () => {
  expect(compareLoads(measured).map(({ name, against }) => `${name}: ${against}`)).toEqual([
    'first row, slow network: monolith, preloaded',
    'first row, fast network: monolith, preloaded',
    'first row, slow network: monolith, server-rendered',
    'first row, fast network: monolith, server-rendered',
    'first row, slow network: default federation',
    'first row, fast network: default federation',
    'row that opens on a click, slow network: monolith, preloaded',
    'row that opens on a click, fast network: monolith, preloaded',
    'row that opens on a click, slow network: monolith, server-rendered',
    'row that opens on a click, fast network: monolith, server-rendered',
    'JavaScript, slow network: monolith, preloaded',
  ])
})

test('a ratio divides the median of the product by that of the rival', () => {
  const rows = compareLoads(measured)
  expect(rows[0]).toMatchObject({ value: 310, ratio: 0.31, isMet: false })
  expect(rows[1]).toMatchObject({ value: 180, ratio: 0.45, isMet: true })
})

test('a rival that was not measured is left out', () => {
  const some = measured.filter(({ variant }) => variant !== 'default federation')
  expect(compareLoads(some).map(({ against }) => against)).not.toContain('default federation')
})

test('the table has one line per variant', () => {
  const lines = formatLoads(measured).split('\n')
  expect(lines).toHaveLength(6)
  expect(lines[5]).toMatch(
    /^default federation +2500 .*920 .*3200 .*1620 .*3400 .*1820 .*2510 .*930 .*131\.0 +148\.0$/,
  )
})

test('the latencies have one line per variant and one column per delay', () => {
  const lines = formatLatencies([
    { variant: 'portico', delayMs: 0, times: [24, 32, 40] },
    { variant: 'portico', delayMs: 1_000, times: [16] },
  ]).split('\n')
  expect(lines[0]).toMatch(/^variant +after 0 ms +after 1000 ms$/)
  expect(lines[2]).toMatch(/^portico +32 .* 16 /)
})

interface Values {
  readonly slow: readonly number[]
  readonly fast: readonly number[]
}

function series(variant: Loads['variant'], { slow, fast }: Values): Loads[] {
  const loads = (times: readonly number[]): Load[] =>
    times.map((firstRowMs) => ({
      firstRowMs,
      openRowMs: firstRowMs + 700,
      searchMs: firstRowMs + 900,
      menuMs: firstRowMs + 10,
      requests: 8,
      bytes: 148_000,
      scriptBytes: 131_000,
      rows: 20,
    }))
  return [
    { variant, network: 'slow', loads: loads(slow) },
    { variant, network: 'fast', loads: loads(fast) },
  ]
}
