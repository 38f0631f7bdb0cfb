import { type Network, networks } from '../browser/networks.ts'
import { median } from '../report/median.ts'
import { loadTimes } from './compare-loads.ts'
import type { Latencies, Loads } from './measure-loads.ts'

const width = 720
const margin = 16
const labelWidth = 190
const keyWidth = 150
const valueWidth = 64
const barHeight = 8
const barGap = 1
const rowGap = 10
const panelHeadHeight = 50
const panelGap = 24

const titles: Readonly<Record<Network['name'], string>> = {
  slow: 'Slow network: 150 ms, 1.6 Mbit/s',
  fast: 'Fast network: 40 ms, 10 Mbit/s',
}

/** Colours of its own in both themes, because a page shows the image whatever its own theme is. */
const style = `
  svg { --ground: #ffffff; --text: #16181d; --muted: #5a5f6a; --0: #16245f; --1: #2346d3; --2: #7f92e4; --3: #bcc7f2 }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #14171b; --text: #eceef1; --muted: #9ba2ae; --0: #dfe5ff; --1: #9cb0ff; --2: #6577b8; --3: #414b73 }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--text) }
  .head { font-weight: 650 }
  .value, .key { font-size: 10px; fill: var(--muted) }
`

/** Bars of the same kinds for every variant, to one scale. */
interface Panel {
  readonly title: string
  /** The kinds of bars. */
  readonly labels: readonly string[]
  readonly rows: readonly Bars[]
}

/** Medians of one variant in milliseconds, one for each label. */
interface Bars {
  readonly variant: string
  readonly times: readonly number[]
}

/**
 * Draws the medians of all variants as an SVG image: the times of a load on both networks, and the latencies of the first
 * click after each delay.
 */
export function plotLoads(measured: readonly Loads[], latencies: readonly Latencies[]): string {
  const panels = [...networks.map(({ name }) => toLoadPanel(name, measured)), toLatencyPanel(latencies)]
  let y = margin
  const drawn = panels.map((panel) => {
    const top = y
    y += panelHeadHeight + panel.rows.length * getRowHeight(panel) + panelGap
    return drawPanel(panel, top)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" role="img" aria-labelledby="title description">
<title id="title">Milliseconds until a page shows its first row and answers, and latency of the first click</title>
<desc id="description">${panels.flatMap(describe).join('; ')}</desc>
<style>${style}</style>
<rect width="100%" height="100%" rx="8" fill="var(--ground)"/>
${drawn.join('\n')}
</svg>
`
}

function toLoadPanel(name: Network['name'], measured: readonly Loads[]): Panel {
  const rows = measured
    .filter(({ network }) => network === name)
    .map(({ variant, loads }) => ({
      variant,
      times: loadTimes.map(({ key }) => Math.round(median(loads.map((load) => load[key])))),
    }))
  return { title: titles[name], labels: loadTimes.map(({ label }) => label), rows }
}

function toLatencyPanel(latencies: readonly Latencies[]): Panel {
  const delays = [...new Set(latencies.map(({ delayMs }) => delayMs))]
  const rows = [...Map.groupBy(latencies, ({ variant }) => variant)].map(([variant, series]) => ({
    variant,
    times: series.map(({ times }) => Math.round(median(times))),
  }))
  return {
    title: 'Latency of the first click on a row: fast network, processor four times slower',
    labels: delays.map((ms) => `${ms} ms after the first paint`),
    rows,
  }
}

function describe({ title, labels, rows }: Panel): string[] {
  return rows.map(({ variant, times }) => {
    const bars = times.map((ms, at) => `${labels[at]} ${ms} ms`)
    return `${title}, ${variant}: ${bars.join(', ')}`
  })
}

function drawPanel(panel: Panel, top: number): string {
  const { title, labels, rows } = panel
  const scale =
    (width - 2 * margin - labelWidth - valueWidth) / Math.max(...rows.flatMap(({ times }) => times))
  return [
    `<text class="head" x="${margin}" y="${top + 13}">${title}</text>`,
    ...labels.map((label, at) => drawKey(label, at, top + 22)),
    ...rows.map((row, at) => drawRow(row, top + panelHeadHeight - rowGap + at * getRowHeight(panel), scale)),
  ].join('\n')
}

function getRowHeight({ labels }: Panel): number {
  return labels.length * (barHeight + barGap) + rowGap
}

function drawRow({ variant, times }: Bars, top: number, scale: number): string {
  const start = margin + labelWidth
  const bars = times.map((ms, at) => {
    const [barWidth, y] = [Math.round(ms * scale), top + at * (barHeight + barGap)]
    return (
      `<rect x="${start}" y="${y}" width="${barWidth}" height="${barHeight}" fill="var(--${at})"/>` +
      `<text class="value" x="${start + barWidth + 6}" y="${y + barHeight}">${ms} ms</text>`
    )
  })
  const middle = top + (times.length * (barHeight + barGap)) / 2
  return [`<text x="${margin}" y="${middle + 4}">${variant}</text>`, ...bars].join('\n')
}

function drawKey(label: string, at: number, y: number): string {
  const x = margin + at * keyWidth
  return `<rect x="${x}" y="${y}" width="${barHeight}" height="${barHeight}" fill="var(--${at})"/>
<text class="key" x="${x + barHeight + 5}" y="${y + barHeight}">${label}</text>`
}
