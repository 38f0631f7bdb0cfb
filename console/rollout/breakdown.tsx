import { formatNumber } from '@portico/kit/format.ts'
import { compareLoads, toPercent } from '@portico/protocol/rollout/describe-signal.ts'
import type { Arm, Counts } from '@portico/protocol/rollout/rollout-record.ts'
import { type Column, Table } from '../ui/table.tsx'

interface BreakdownProps {
  readonly caption: string
  /** What the rows are, such as `Page`. */
  readonly of: string
  readonly rows: readonly (Counts & { readonly name: string })[]
  readonly csv: string
}

/** The loads of both arms by something, the worst difference first. */
export function Breakdown({ caption, of, rows, csv }: BreakdownProps) {
  if (rows.length === 0) return null
  const worstFirst = rows.toSorted((a, b) => getDifference(b) - getDifference(a))
  const columns = [{ name: of, render: getName, value: getName }, ...counts]
  return <Table caption={caption} columns={columns} rows={worstFirst} getKey={getName} csv={csv} />
}

type Row = Counts & { readonly name: string }

const getName = ({ name }: Row) => name

const counts: readonly Column<Row>[] = [
  {
    ...column('Canary failed', ({ canary }) => getRate(canary)),
    render: ({ canary }) => <Failed arm={canary} />,
  },
  {
    ...column('Stable failed', ({ stable }) => getRate(stable)),
    render: ({ stable }) => <Failed arm={stable} />,
  },
  column('Difference, points', (row) => 100 * getDifference(row)),
]

function column(name: string, value: (row: Row) => number): Column<Row> {
  return { name, isNumber: true, value, render: (row) => toPercent(value(row) / 100) }
}

function Failed({ arm }: { readonly arm: Arm }) {
  return `${toPercent(getRate(arm) / 100)} % of ${formatNumber(arm.loads)}`
}

/** Percent. */
const getRate = ({ failures, loads }: Arm) => (loads === 0 ? 0 : (100 * failures) / loads)

function getDifference(counts: Counts): number {
  const { canary, stable } = compareLoads(counts)
  return canary - stable
}
