import { formatNumber } from '@portico/kit/format.ts'
import { compareLoads, toPercent } from '@portico/protocol/rollout/describe-signal.ts'
import type { Arm, Counts } from '@portico/protocol/rollout/rollout-record.ts'
import { createNumberColumn } from '../ui/columns.ts'
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
  const columns = [{ name: of, value: getName }, ...counts]
  return <Table caption={caption} columns={columns} rows={worstFirst} getKey={getName} csv={csv} />
}

type Row = Counts & { readonly name: string }

const getName = ({ name }: Row) => name

const counts: readonly Column<Row>[] = [
  {
    ...createNumberColumn('Canary failed', ({ canary }) => getRate(canary)),
    render: ({ canary }) => describeFailed(canary),
  },
  {
    ...createNumberColumn('Stable failed', ({ stable }) => getRate(stable)),
    render: ({ stable }) => describeFailed(stable),
  },
  createNumberColumn(
    'Difference, points',
    (row) => 100 * getDifference(row),
    (points) => toPercent(points / 100),
  ),
]

function describeFailed(arm: Arm): string {
  return `${toPercent(getRate(arm) / 100)} % of ${formatNumber(arm.loads)}`
}

/** Percent. */
const getRate = ({ failures, loads }: Arm) => (loads === 0 ? 0 : (100 * failures) / loads)

function getDifference(counts: Counts): number {
  const { canary, stable } = compareLoads(counts)
  return canary - stable
}
