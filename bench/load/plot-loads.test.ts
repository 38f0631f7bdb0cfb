import { expect, test } from 'vitest'
import type { Latencies, Loads } from './measure-loads.ts'
import { plotLoads } from './plot-loads.ts'

const load = (firstRowMs: number, openRowMs: number) => {
  return {
    firstRowMs,
    openRowMs,
    searchMs: 1300,
    menuMs: 700,
    requests: 8,
    bytes: 148_000,
    scriptBytes: 131_000,
    rows: 20,
  }
}
const measured: Loads[] = [
  { variant: 'portico', network: 'slow', loads: [load(300, 1000), load(320, 1200), load(900, 1100)] },
  { variant: 'portico', network: 'fast', loads: [load(150, 550)] },
  { variant: 'monolith', network: 'slow', loads: [load(1000, 1100)] },
  { variant: 'monolith', network: 'fast', loads: [load(500, 600)] },
]
const latencies: Latencies[] = [
  { variant: 'portico', delayMs: 0, times: [24] },
  { variant: 'portico', delayMs: 300, times: [40, 48, 56] },
]

/** The widths of the bars, by the time that is written next to them. */
function readBars(svg: string): Record<string, number> {
  const bars = [...svg.matchAll(/width="(\d+)" height="8" fill="[^"]*"\/><text[^>]*>(\d+ ms)</g)]
  return Object.fromEntries(bars.map(([, width, ms]) => [ms, Number(width)]))
}

test('the plot has a bar for the median of each time, to one scale for each network and for the latencies', () => {
  const bars = readBars(plotLoads(measured, latencies))
  expect(Object.keys(bars)).toEqual(
    expect.arrayContaining(['320 ms', '1100 ms', '1300 ms', '700 ms', '150 ms', '550 ms', '24 ms', '48 ms']),
  )
  expect((bars['48 ms'] ?? 0) / (bars['24 ms'] ?? 0)).toBeCloseTo(2, 1)
})

test('the plot says in words what it shows', () => {
  const svg = plotLoads(measured, latencies)
  expect(svg).toContain(
    'portico: first row 320 ms, a row opens 1100 ms, a search has results 1300 ms, the menu opens 700 ms;',
  )
  expect(svg).toContain('portico: 0 ms after the first paint 24 ms, 300 ms after the first paint 48 ms<')
})
