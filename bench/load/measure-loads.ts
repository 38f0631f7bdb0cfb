import type { Browser } from '@playwright/test'
import { type Network, networks } from '../browser/networks.ts'
import { type ColdLoad, measureColdLoad } from './measure-cold-load.ts'
import { measuredPaths, type Variant, type VariantName } from './variants.ts'

/** The cold loads of one variant over one network. */
export interface Loads {
  readonly variant: VariantName
  readonly network: Network['name']
  readonly loads: readonly ColdLoad[]
}

/** Loads every variant `runs` times over every network. Runs are interleaved, so that a busy moment affects all variants. */
export async function measureLoads(
  browser: Browser,
  { variants, runs }: { variants: readonly Variant[]; runs: number },
): Promise<Loads[]> {
  const series = networks.flatMap((network) =>
    variants.map((variant) => ({ variant, network, loads: [] as ColdLoad[] })),
  )
  const measure = ({ variant, network }: (typeof series)[number]) =>
    measureColdLoad(browser, {
      url: variant.origin + measuredPaths.listing,
      visitor: variant.visitor,
      network,
    })
  for (const condition of series) await measure(condition) // warm-up
  for (let run = 1; run <= runs; run += 1) {
    for (const condition of series) condition.loads.push(await measure(condition))
    console.log(`Load ${run} of ${runs}`)
  }
  const measured = series.map(({ variant, network, loads }) => {
    return { variant: variant.name, network: network.name, loads }
  })
  assertSameTables(measured)
  return measured
}

function assertSameTables(measured: readonly Loads[]): void {
  const counts = new Set(measured.flatMap(({ loads }) => loads.map(({ rows }) => rows)))
  if (counts.size > 1) {
    throw new Error(
      `The variants show tables with different numbers of rows (${[...counts].join(', ')}), so they can't be compared.`,
    )
  }
}
