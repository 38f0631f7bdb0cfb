import type { Browser } from '@playwright/test'
import { type Network, networks } from '../browser/networks.ts'
import { type Answers, measureAnswers, measureClickLatency } from './measure-answers.ts'
import { type ColdLoad, measureColdLoad } from './measure-cold-load.ts'
import type { Navigation } from './open-visit.ts'
import { measuredPaths, type Variant, type VariantName } from './variants.ts'

/** A cold load, and what the page answered in others. */
export interface Load extends ColdLoad, Answers {}

/** The cold loads of one variant over one network. */
export interface Loads {
  readonly variant: VariantName
  readonly network: Network['name']
  readonly loads: readonly Load[]
}

/** Latencies of the first click on one variant, in milliseconds. */
export interface Latencies {
  readonly variant: VariantName
  /** How long after the first paint the visitor clicks. */
  readonly delayMs: number
  readonly times: readonly number[]
}

/** Loads every variant `runs` times over every network. Runs are interleaved, so that a busy moment affects all variants. */
export async function measureLoads(
  browser: Browser,
  { variants, runs }: { variants: readonly Variant[]; runs: number },
): Promise<Loads[]> {
  const series = networks.flatMap((network) =>
    variants.map((variant) => ({ variant, network, loads: [] as Load[] })),
  )
  for (let run = 0; run <= runs; run += 1) {
    for (const { variant, network, loads } of series) {
      const visit = toVisit(variant, network)
      const load = { ...(await measureColdLoad(browser, visit)), ...(await measureAnswers(browser, visit)) }
      if (run > 0) loads.push(load) // the first is a warm-up
    }
    console.log(`Load ${run} of ${runs}`)
  }
  const measured = series.map(({ variant, network, loads }) => {
    return { variant: variant.name, network: network.name, loads }
  })
  assertSameTables(measured)
  return measured
}

const delaysMs = [0, 100, 300, 1_000]

/** Clicks on a row of every variant `runs` times after each delay, on the fast network, where the code arrives with the clicks. */
export async function measureLatencies(
  browser: Browser,
  { variants, runs }: { variants: readonly Variant[]; runs: number },
): Promise<Latencies[]> {
  const network = networks.find(({ name }) => name === 'fast')
  if (network === undefined) throw new Error('The fast network is missing from the networks.')
  const series = delaysMs.flatMap((delayMs) =>
    variants.map((variant) => ({ variant, delayMs, times: [] as number[] })),
  )
  for (let run = 1; run <= runs; run += 1) {
    for (const { variant, delayMs, times } of series)
      times.push(await measureClickLatency(browser, toVisit(variant, network), delayMs))
    console.log(`First click ${run} of ${runs}`)
  }
  return series.map(({ variant, ...latencies }) => ({ variant: variant.name, ...latencies }))
}

function toVisit({ origin, visitor }: Variant, network: Network): Navigation {
  return { url: origin + measuredPaths.listing, visitor, network }
}

function assertSameTables(measured: readonly Loads[]): void {
  const counts = new Set(measured.flatMap(({ loads }) => loads.map(({ rows }) => rows)))
  if (counts.size > 1) {
    throw new Error(
      `The variants show tables with different numbers of rows (${[...counts].join(', ')}), so they can't be compared.`,
    )
  }
}
