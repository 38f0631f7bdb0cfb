import { formatTable } from '@portico/tools/system/format-table.ts'
import type { Network } from '../browser/networks.ts'
import { median, spread } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import type { ColdLoad } from './measure-cold-load.ts'
import type { Loads } from './measure-loads.ts'
import type { VariantName } from './variants.ts'

// Independent releases should cost a visitor next to nothing compared with a monolith, and far less than Module
// Federation with its defaults. The figures are those of the design's prototype, rounded up.
const targets: readonly { readonly against: VariantName; readonly ms: number; readonly bytes: number }[] = [
  { against: 'monolith', ms: 1.05, bytes: 1.25 },
  { against: 'monolith, preloaded', ms: 1.15, bytes: 1.25 },
  { against: 'default federation', ms: 0.6, bytes: 0.8 },
]

/** The rows of `bench/results/load.json`. */
export function compareLoads(measured: readonly Loads[]): ResultRow[] {
  const ours = (network: Network['name']) => medians(measured, 'portico', network)
  return targets.flatMap(({ against, ms, bytes }) => {
    const theirs = (network: Network['name']) => medians(measured, against, network)
    const times = (['slow', 'fast'] as const).map((network) =>
      createResultRow({
        name: `first table row, ${network} network`,
        value: ours(network).firstRowMs,
        unit: 'ms',
        against,
        other: theirs(network).firstRowMs,
        target: ms,
      }),
    )
    const size = {
      name: 'bytes until the first row',
      value: ours('slow').bytes,
      unit: 'B',
      against,
      target: bytes,
    }
    return [...times, createResultRow({ ...size, other: theirs('slow').bytes })]
  })
}

/** The medians of every variant, one line each. */
export function formatLoads(measured: readonly Loads[]): string {
  const names = [...new Set(measured.map(({ variant }) => variant))]
  const lines = names.map((name) => {
    const [slow, fast] = [medians(measured, name, 'slow'), medians(measured, name, 'fast')]
    const kilobytes = (slow.bytes / 1000).toFixed(1)
    return [name, slow.text, fast.text, String(slow.requests), kilobytes]
  })
  return formatTable([['variant', 'slow ms', 'fast ms', 'requests', 'KB'], ...lines])
}

function medians(measured: readonly Loads[], variant: VariantName, network: Network['name']) {
  const loads =
    measured.find((series) => series.variant === variant && series.network === network)?.loads ?? []
  const pick = (key: keyof ColdLoad) => loads.map((load) => load[key])
  const firstRowMs = Math.round(median(pick('firstRowMs')))
  const percent = Math.round(spread(pick('firstRowMs')) * 100)
  return {
    firstRowMs,
    requests: median(pick('requests')),
    bytes: median(pick('bytes')),
    text: `${firstRowMs} (±${percent} %)`,
  }
}
