import { formatSignificant } from '@portico/kit/format.ts'
import { FormField } from '@portico/kit/ui/form-field.tsx'
import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import type { RolloutHistory } from '@portico/protocol/rollout/history-api.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { createNumberColumn, createTimeColumn } from '../ui/columns.ts'
import { type Column, Table } from '../ui/table.tsx'
import { getMarks, getRates, type RatePoint, summarizeRates } from './history-points.ts'
import styles from './rollout.module.css'

const Chart = lazy(async () => ({ default: (await import('../ui/chart.tsx')).Chart }))

interface HistoryChartProps {
  readonly history: RolloutHistory
  /** What can be shown, the worst first. */
  readonly choices: readonly { readonly name: string; readonly label: string }[]
  readonly csv: string
}

/** The rates of both arms over time, as a chart and as a table. */
export function HistoryChart({ history, choices, csv }: HistoryChartProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { name = 'loads', label = '' } = choices.find((choice) => choice.name === chosen) ?? choices[0] ?? {}
  const points = useMemo(() => getRates(history.points, name), [history, name])
  const marks = useMemo(() => getMarks(history.events), [history])
  if (points.length === 0) return <p>Nothing has been counted yet.</p>
  return (
    <>
      <div className={styles.choice}>
        <FormField label="Show" hint="Of all visits since the start of the rollout.">
          {(control) => (
            <select {...control} value={name} onChange={({ target }) => setChosen(target.value)}>
              {choices.map((choice) => (
                <option key={choice.name} value={choice.name}>
                  {choice.label}
                </option>
              ))}
            </select>
          )}
        </FormField>
      </div>
      <Suspense>
        <Chart summary={summarizeRates(label, points)} points={points} marks={marks} />
      </Suspense>
      <details>
        <summary>As a table</summary>
        <div className={styles.details}>
          <Table
            caption={`${label} over time`}
            columns={columns}
            rows={points}
            getKey={({ at }) => at}
            csv={`${csv}-${name}`}
          />
        </div>
      </details>
    </>
  )
}

const columns: readonly Column<RatePoint>[] = [
  createTimeColumn('Time', ({ at }) => at),
  createNumberColumn(
    'Share',
    ({ share }) => share / 100,
    (percents) => formatShare(Math.round(100 * percents)),
  ),
  createNumberColumn('Canary %', ({ canary }) => toPercents(canary), formatSignificant),
  createNumberColumn('Stable %', ({ stable }) => toPercents(stable), formatSignificant),
]

function toPercents(rate: number | null): number | null {
  return rate === null ? null : 100 * rate
}
