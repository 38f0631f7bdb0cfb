import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'

/** Rates of both arms at a time, from 0 to 1; null: unknown. */
export interface ChartPoint {
  readonly at: number
  readonly canary: number | null
  readonly stable: number | null
}

/** Something that happened, marked by its number. */
export interface ChartMark {
  readonly at: number
  readonly label: string
}

interface ChartProps {
  /** What it shows, in a sentence; the same data is in a table next to it. */
  readonly summary: string
  readonly points: readonly ChartPoint[]
  readonly marks: readonly ChartMark[]
}

const height = 260

/** Lines of both arms over time, in the colours of the theme. */
export function Chart({ summary, points, marks }: ChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canary = useRef<HTMLSpanElement>(null)
  const stable = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const colors = {
      canary: readColor(canary.current),
      stable: readColor(stable.current),
      text: readColor(element),
    }
    const times = [...points, ...marks].map(({ at }) => at / 1_000)
    const options = createOptions(element, marks, colors, [Math.min(...times), Math.max(...times)])
    const plot = new uPlot(options, toData(points), element)
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    observer.observe(element)
    const stopFollowing = followTheme(() => plot.redraw())
    return () => {
      observer.disconnect()
      stopFollowing()
      plot.destroy()
    }
  }, [points, marks])
  return (
    <div className={styles.chart}>
      <p aria-hidden="true" className={styles.legend}>
        <span ref={canary} className={styles.canary}>
          ━ canary
        </span>
        <span ref={stable} className={styles.stable}>
          ╍ stable
        </span>
      </p>
      <div ref={frame} role="img" aria-label={summary} className={styles.frame} />
      <ol className={styles.marks}>
        {marks.map(({ at, label }) => (
          <li key={`${at} ${label}`}>{label}</li>
        ))}
      </ol>
    </div>
  )
}

type Colors = Readonly<Record<'canary' | 'stable' | 'text', () => string>>

// A canvas knows no custom properties, but an element's computed colour is resolved.
const readColor = (element: Element | null) => () => (element === null ? '' : getComputedStyle(element).color)

function toData(points: readonly ChartPoint[]): uPlot.AlignedData {
  const toPercents = (arm: 'canary' | 'stable') =>
    points.map((point) => (point[arm] === null ? null : 100 * point[arm]))
  return [points.map(({ at }) => at / 1_000), toPercents('canary'), toPercents('stable')]
}

function createOptions(
  element: HTMLElement,
  marks: readonly ChartMark[],
  colors: Colors,
  times: uPlot.Range.MinMax,
): uPlot.Options {
  const axis = { stroke: colors.text, grid: { stroke: colors.text, width: 0.1 }, ticks: { show: false } }
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { range: times }, y: { range: (_plot, _least, most) => [0, Math.max(most * 1.1, 0.1)] } },
    series: [{}, { stroke: colors.canary, width: 2 }, { stroke: colors.stable, width: 2, dash: [6, 4] }],
    axes: [
      { ...axis, values: timeFormats },
      { ...axis, size: 64, values: (_plot, values) => values.map((value) => `${value} %`) },
    ],
    hooks: { draw: [(plot) => drawMarks(plot, marks, colors.text())] },
  }
}

// In 24 hours, with the day where it changes.
const timeFormats: uPlot.Axis.Values = [
  [86_400, '{D} {MMM}', null, null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM}', null, null, null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', '\n{D} {MMM}', null, null, null, null, null, 1],
]

function drawMarks(plot: uPlot, marks: readonly ChartMark[], color: string): void {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.strokeStyle = color
  ctx.fillStyle = color
  ctx.textAlign = 'left'
  ctx.textBaseline = 'top'
  ctx.setLineDash([2, 3])
  for (const [index, { at }] of marks.entries()) {
    const x = plot.valToPos(at / 1_000, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.fillText(String(index + 1), x + 3, bbox.top)
  }
  ctx.restore()
}

function followTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', onChange)
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', onChange)
    observer.disconnect()
  }
}
