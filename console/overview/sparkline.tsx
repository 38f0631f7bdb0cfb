import { formatNumber } from '@portico/kit/format.ts'
import styles from './sparkline.module.css'

type Rates = readonly (number | null)[]

interface SparklineProps {
  /** Shares of visitors with a failure, from 0 to 1, oldest first; null: none then. */
  readonly canary: Rates
  readonly stable: Rates
}

const [width, height] = [64, 14]

/** Failures of both arms over time: the canary's line is solid, stable's dashed. */
export function Sparkline({ canary, stable }: SparklineProps) {
  const highest = Math.max(0.001, ...canary.map(Number), ...stable.map(Number))
  if (canary.length < 2) return null
  const label = `Failures: canary ${formatRate(canary)}, stable ${formatRate(stable)}`
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      {toLines(stable, highest).map((points) => (
        <polyline key={points} className={styles.stable} points={points} />
      ))}
      {toLines(canary, highest).map((points) => (
        <polyline key={points} className={styles.canary} points={points} />
      ))}
    </svg>
  )
}

function formatRate(rates: Rates): string {
  const last = rates.findLast((rate) => rate !== null) ?? null
  return last === null ? 'unknown' : `${formatNumber(last * 100, 1)} %`
}

/** One line for each stretch without a gap. */
function toLines(rates: Rates, highest: number): string[] {
  const lines: string[][] = [[]]
  rates.forEach((rate, at) => {
    if (rate === null) lines.push([])
    else {
      const x = (at / (rates.length - 1)) * width
      lines.at(-1)?.push(`${x.toFixed(1)},${(height - 1 - (rate / highest) * (height - 2)).toFixed(1)}`)
    }
  })
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '))
}
