import type { Row } from '../../data/schema.ts'
import { type Entry, getRowId } from '../../model/entry.ts'
import { EndpointRow, getOpenId } from './endpoint-row.tsx'
import styles from './endpoint-table.module.css'
import { TableHead } from './table-head.tsx'
import { roles } from './table-roles.ts'

interface EndpointTableProps {
  /** The table's accessible name. */
  readonly title: string
  readonly entries: readonly Entry[]
  /** Base URL of the API. */
  readonly base: string
  /** Id of the entry that is open. */
  readonly openId: string | null
}

/** The endpoints of a category. Narrow screens see the same table as cards. */
export function EndpointTable({ title, entries, base, openId }: EndpointTableProps) {
  return (
    <table {...roles.table} className={styles.table} aria-label={`${title} endpoints`}>
      <TableHead />
      <tbody {...roles.group} className={styles.body}>
        {entries.map((entry) => (
          <EndpointRow key={entry.id} entry={entry} base={base} openId={getOpenId(entry, openId)} />
        ))}
      </tbody>
    </table>
  )
}

/** The rows of a category, without their variants. */
export function toRowEntries(path: string, rows: readonly Row[]): Entry[] {
  return rows.map((row) => ({ path, id: getRowId(row), row, variant: null }))
}
