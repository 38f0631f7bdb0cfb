import { expect, test } from 'vitest'
import { compareLoads, formatLoads } from './compare-loads.ts'
import type { ColdLoad } from './measure-cold-load.ts'
import type { Loads } from './measure-loads.ts'

const measured: Loads[] = [
  ...series('portico', { slow: [1200, 1100, 1300], fast: [400, 410, 420], bytes: 148_000 }),
  ...series('monolith', { slow: [1190, 1200, 1210], fast: [600, 610, 620], bytes: 120_000 }),
  ...series('monolith, preloaded', { slow: [1000, 1000, 1000], fast: [400, 400, 400], bytes: 118_000 }),
  ...series('default federation', { slow: [2400, 2500, 2600], fast: [900, 920, 940], bytes: 262_000 }),
]

test('each rival is compared by time on both networks and by bytes', () => {
  expect(compareLoads(measured).map(({ name, against }) => `${name}: ${against}`)).toEqual([
    'first table row, slow network: monolith',
    'first table row, fast network: monolith',
    'bytes until the first row: monolith',
    'first table row, slow network: monolith, preloaded',
    'first table row, fast network: monolith, preloaded',
    'bytes until the first row: monolith, preloaded',
    'first table row, slow network: default federation',
    'first table row, fast network: default federation',
    'bytes until the first row: default federation',
  ])
})

test('a ratio divides the median of the product by that of the rival', () => {
  const rows = compareLoads(measured)
  expect(rows[0]).toMatchObject({ value: 1200, ratio: 1, isMet: true })
  expect(rows[3]).toMatchObject({ value: 1200, ratio: 1.2, isMet: false })
})

test('the table has one line per variant', () => {
  const lines = formatLoads(measured).split('\n')
  expect(lines).toHaveLength(6)
  expect(lines[5]).toMatch(/^default federation +2500 .*920 .*262\.0$/)
})

interface Values {
  readonly slow: readonly number[]
  readonly fast: readonly number[]
  readonly bytes: number
}

function series(variant: Loads['variant'], { slow, fast, bytes }: Values): Loads[] {
  const loads = (times: readonly number[]): ColdLoad[] =>
    times.map((firstRowMs) => ({ firstRowMs, requests: 8, bytes, rows: 20 }))
  return [
    { variant, network: 'slow', loads: loads(slow) },
    { variant, network: 'fast', loads: loads(fast) },
  ]
}
