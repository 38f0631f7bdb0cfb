import { expect, test } from 'vitest'
import type { Loads } from './measure-loads.ts'
import { plotLoads } from './plot-loads.ts'

const load = (firstRowMs: number, openRowMs: number) => {
  return { firstRowMs, openRowMs, requests: 8, bytes: 148_000, scriptBytes: 131_000, rows: 20 }
}
const measured: Loads[] = [
  { variant: 'portico', network: 'slow', loads: [load(300, 1000), load(320, 1200), load(900, 1100)] },
  { variant: 'portico', network: 'fast', loads: [load(150, 550)] },
  { variant: 'monolith', network: 'slow', loads: [load(1000, 1100)] },
  { variant: 'monolith', network: 'fast', loads: [load(500, 600)] },
]

/** The widths of the bars, by the time that is written next to them. */
function readBars(svg: string): Record<string, number> {
  const bars = [...svg.matchAll(/width="(\d+)" height="11" fill="[^"]*"\/><text[^>]*>(\d+ ms)</g)]
  return Object.fromEntries(bars.map(([, width, ms]) => [ms, Number(width)]))
}

test('the plot has a bar for the median of each time, all to one scale', () => {
  const bars = readBars(plotLoads(measured))
  expect(Object.keys(bars)).toEqual(
    expect.arrayContaining(['320 ms', '1100 ms', '150 ms', '550 ms', '1000 ms', '500 ms', '600 ms']),
  )
  expect((bars['1100 ms'] ?? 0) / (bars['550 ms'] ?? 0)).toBeCloseTo(2, 1)
})

test('the plot says in words what it shows', () => {
  const svg = plotLoads(measured)
  expect(svg).toContain('portico, slow network: 320 and 1100 ms; portico, fast network: 150 and 550 ms;')
})
