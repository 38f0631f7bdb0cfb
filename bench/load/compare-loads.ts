import { formatTable } from '@portico/tools/system/format-table.ts'
import { type Network, networks } from '../browser/networks.ts'
import { median, spread } from '../report/median.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import type { Latencies, Load, Loads } from './measure-loads.ts'
import type { VariantName } from './variants.ts'

interface Target {
  readonly name: string
  readonly key: keyof Load
  readonly unit: string
  readonly against: VariantName
  /** The highest ratio that passes, for each network on which it is compared. */
  readonly ratio: Partial<Readonly<Record<Network['name'], number>>>
}

/** The times of a load: a head for the table, a label for the plot. */
export const loadTimes = [
  { key: 'firstRowMs', head: 'row', label: 'first row' },
  { key: 'openRowMs', head: 'opens', label: 'a row opens' },
  { key: 'searchMs', head: 'search', label: 'a search has results' },
  { key: 'menuMs', head: 'menu', label: 'the menu opens' },
] as const satisfies readonly { key: keyof Load; head: string; label: string }[]

const firstRow = { name: 'first row', key: 'firstRowMs', unit: 'ms' } as const
const openRow = { name: 'row that opens on a click', key: 'openRowMs', unit: 'ms' } as const
const script = { name: 'JavaScript', key: 'scriptBytes', unit: 'B' } as const

// Rows and what opens them arrive with the HTML, while the best monolith has to load its script first. What needs the script may
// take hardly longer than in a monolith.
const targets: readonly Target[] = [
  { ...firstRow, against: 'monolith, preloaded', ratio: { slow: 0.3, fast: 0.5 } },
  { ...firstRow, against: 'monolith, server-rendered', ratio: { slow: 1.05, fast: 1.05 } },
  { ...firstRow, against: 'default federation', ratio: { slow: 0.2, fast: 0.2 } },
  { ...openRow, against: 'monolith, preloaded', ratio: { slow: 0.35, fast: 0.5 } },
  { ...openRow, against: 'monolith, server-rendered', ratio: { slow: 0.4, fast: 0.6 } },
  { ...script, against: 'monolith, preloaded', ratio: { slow: 1.15 } },
]

/** The comparisons with each rival that was measured. */
export function compareLoads(measured: readonly Loads[]): ResultRow[] {
  return targets.flatMap(({ name, key, unit, against, ratio }) =>
    networks.flatMap((network) => {
      const target = ratio[network.name]
      const [ours, theirs] = [pick(measured, 'portico', network.name), pick(measured, against, network.name)]
      if (target === undefined || ours.length === 0 || theirs.length === 0) return []
      const value = Math.round(median(ours.map((load) => load[key])))
      const other = median(theirs.map((load) => load[key]))
      return [
        createResultRow({ name: `${name}, ${network.name} network`, value, unit, against, other, target }),
      ]
    }),
  )
}

/** The medians of every variant, one line each. */
export function formatLoads(measured: readonly Loads[]): string {
  const names = [...new Set(measured.map(({ variant }) => variant))]
  const lines = names.map((name) => {
    const [slow, fast] = [pick(measured, name, 'slow'), pick(measured, name, 'fast')]
    const size = (key: 'requests' | 'bytes' | 'scriptBytes') => median(slow.map((load) => load[key]))
    return [
      name,
      ...loadTimes.flatMap(({ key }) =>
        [slow, fast].map((loads) => formatTime(loads.map((load) => load[key]))),
      ),
      String(size('requests')),
      (size('scriptBytes') / 1000).toFixed(1),
      (size('bytes') / 1000).toFixed(1),
    ]
  })
  const heads = loadTimes.flatMap(({ head }) => [`${head}, slow`, `${head}, fast`])
  return formatTable([['variant', ...heads, 'requests', 'script KB', 'KB'], ...lines])
}

/** The median latencies of every variant, one line each. */
export function formatLatencies(measured: readonly Latencies[]): string {
  const delays = [...new Set(measured.map(({ delayMs }) => delayMs))]
  const lines = [...new Set(measured.map(({ variant }) => variant))].map((name) => [
    name,
    ...measured.filter(({ variant }) => variant === name).map(({ times }) => formatTime(times)),
  ])
  return formatTable([['variant', ...delays.map((ms) => `after ${ms} ms`)], ...lines])
}

/** The median in milliseconds, with its spread. */
function formatTime(times: readonly number[]): string {
  return `${Math.round(median(times))} (±${Math.round(spread(times) * 100)} %)`
}

function pick(measured: readonly Loads[], variant: VariantName, network: Network['name']) {
  return measured.find((series) => series.variant === variant && series.network === network)?.loads ?? []
}
