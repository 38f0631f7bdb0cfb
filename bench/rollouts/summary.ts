import { formatNumber } from '@portico/kit/format.ts'
import { getUpperBound } from '@portico/protocol/rollout/failure-bounds.ts'
import type { SimulatedRollout } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import { percentile } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'

/** How many of the rollouts a condition applies to, as a row with its limit in percent. */
export interface ShareRow<End> {
  readonly name: string
  readonly ends: readonly End[]
  readonly applies: (end: End) => boolean
  readonly limit: number
}

/** A row with a share of rollouts and its upper 95 % bound. */
export function createShareRow<End>({ name, ends, applies, limit }: ShareRow<End>): ResultRow {
  const count = ends.filter(applies).length
  const bound = Number((100 * getUpperBound(count, ends.length)).toPrecision(2))
  return createResultRow({
    name: `${name} (${count} of ${ends.length}; at most ${bound} % with 95 % confidence)`,
    value: Number(((100 * count) / ends.length).toPrecision(3)),
    unit: '%',
    against: `${limit} %`,
    other: limit,
    target: 1,
  })
}

/** One line about rollouts: how they ended, and when. */
export function summarize(ends: readonly SimulatedRollout[]): string {
  const share = (applies: (end: SimulatedRollout) => boolean) =>
    `${Number(((100 * ends.filter(applies).length) / ends.length).toPrecision(3))} %`
  const hours = percentile(
    ends.map(({ minutes }) => minutes / 60),
    0.5,
  )
  return [
    `completed ${share(({ status }) => status === 'completed')}`,
    `rolled back ${share(({ status }) => status === 'rolled-back')}`,
    `paused ${share(({ wasPaused }) => wasPaused)}`,
    `unfinished ${share(({ status }) => status === 'unfinished')}`,
    `median ${hours.toFixed(1)} h`,
  ].join(', ')
}

/** Quantiles of loads, some of which may be infinite, such as `250 / 1,020 / never`. */
export function describeQuantiles(loads: readonly number[], shares: readonly number[]): string {
  const sorted = loads.toSorted((a, b) => a - b)
  const texts = shares.map((share) => {
    const found = sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.POSITIVE_INFINITY
    return Number.isFinite(found) ? formatNumber(Math.round(found)) : 'never'
  })
  return texts.join(' / ')
}
