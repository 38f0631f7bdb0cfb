import type { Browser } from '@playwright/test'
import { networks } from '../browser/networks.ts'
import { median } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import { measureLargestPaint } from './measure-largest-paint.ts'
import { measuredPaths, type Variant } from './variants.ts'

const against = 'monolith, preloaded'
const target = 0.5

/** Compares the largest contentful paint of the home page, signed out and signed in, on both networks. */
export async function measurePaints(
  browser: Browser,
  { variants, runs }: { variants: readonly Variant[]; runs: number },
): Promise<ResultRow[]> {
  const compared = variants.filter(({ name }) => name === 'portico' || name === against)
  const cases = networks.flatMap((network) =>
    [false, true].map((isSignedIn) => ({ network, isSignedIn, times: new Map<string, number[]>() })),
  )
  for (let run = 0; run <= runs; run += 1) {
    for (const { network, isSignedIn, times } of cases) {
      for (const { name, origin, visitor } of compared) {
        const url = origin + measuredPaths.home
        const ms = await measureLargestPaint(browser, { url, network, visitor: isSignedIn ? visitor : null })
        if (run > 0) times.set(name, [...(times.get(name) ?? []), ms]) // the first is a warm-up
      }
    }
    console.log(`Home page ${run} of ${runs}`)
  }
  return cases.map(({ network, isSignedIn, times }) =>
    createResultRow({
      name: `largest paint of /, ${isSignedIn ? 'signed in' : 'signed out'}, ${network.name} network`,
      value: Math.round(median(times.get('portico') ?? [])),
      unit: 'ms',
      against,
      other: median(times.get(against) ?? []),
      target,
    }),
  )
}
