import { type Network, networks } from '../browser/networks.ts'
import { median } from '../report/median.ts'
import type { Loads } from './measure-loads.ts'

const width = 720
const margin = 16
const labelWidth = 190
const valueWidth = 64
const barHeight = 11
const rowHeight = 34
const headHeight = 60
const panelGap = 34

const titles: Readonly<Record<Network['name'], string>> = {
  slow: 'Slow network: 150 ms, 1.6 Mbit/s',
  fast: 'Fast network: 40 ms, 10 Mbit/s',
}

/** Colours of its own in both themes, because a page shows the image whatever its own theme is. */
const style = `
  svg { --ground: #ffffff; --text: #16181d; --muted: #5a5f6a; --row: #2346d3; --open: #a9b6ea }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #14171b; --text: #eceef1; --muted: #9ba2ae; --row: #9cb0ff; --open: #4a5787 }
  }
  text { font: 13px system-ui, sans-serif; fill: var(--text) }
  .head { font-weight: 650 }
  .value { font-size: 11px; fill: var(--muted) }
`

/**
 * Draws the medians of all variants on both networks as an SVG image: for each variant, the time until the first row and the
 * time until a row opens on a click.
 */
export function plotLoads(measured: readonly Loads[]): string {
  const bars = measured.map(({ variant, network, loads }) => ({
    variant,
    network,
    row: Math.round(median(loads.map(({ firstRowMs }) => firstRowMs))),
    open: Math.round(median(loads.map(({ openRowMs }) => openRowMs))),
  }))
  const longest = Math.max(...bars.map(({ row, open }) => Math.max(row, open)))
  const scale = (width - 2 * margin - labelWidth - valueWidth) / longest
  let y = headHeight
  const panels = networks.map(({ name }) => {
    const rows = bars.filter(({ network }) => network === name)
    const top = y
    y += panelGap + rows.length * rowHeight
    const head = `<text class="head" x="${margin}" y="${top + 16}">${titles[name]}</text>`
    return [head, ...rows.map((row, at) => drawRow(row, top + panelGap - 6 + at * rowHeight, scale))].join(
      '\n',
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + margin}" role="img" aria-labelledby="title description">
<title id="title">Milliseconds until the first row, and until a row opens on a click</title>
<desc id="description">${bars.map(describe).join('; ')}</desc>
<style>${style}</style>
<rect width="100%" height="100%" rx="8" fill="var(--ground)"/>
${drawKey('--row', margin, 'first row')}
${drawKey('--open', margin + labelWidth, 'a row opens on a click')}
${panels.join('\n')}
</svg>
`
}

interface Bars extends Pick<Loads, 'variant' | 'network'> {
  readonly row: number
  readonly open: number
}

function describe({ variant, network, row, open }: Bars): string {
  return `${variant}, ${network} network: ${row} and ${open} ms`
}

function drawRow({ variant, row, open }: Bars, y: number, scale: number): string {
  const start = margin + labelWidth
  const bar = (ms: number, colour: string, top: number) =>
    `<rect x="${start}" y="${top}" width="${Math.round(ms * scale)}" height="${barHeight}" fill="var(${colour})"/>` +
    `<text class="value" x="${start + Math.round(ms * scale) + 6}" y="${top + barHeight - 1}">${ms} ms</text>`
  return `<text x="${margin}" y="${y + barHeight + 4}">${variant}</text>
${bar(row, '--row', y)}
${bar(open, '--open', y + barHeight + 1)}`
}

function drawKey(colour: string, x: number, text: string): string {
  return `<rect x="${x}" y="20" width="${barHeight}" height="${barHeight}" fill="var(${colour})"/>
<text x="${x + barHeight + 6}" y="30">${text}</text>`
}
