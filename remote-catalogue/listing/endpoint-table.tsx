import type { Row } from '../data/schema.ts'
import { EndpointRow } from './endpoint-row.tsx'
import styles from './endpoint-table.module.css'
import { roles } from './table-roles.ts'

interface EndpointTableProps {
  /** Names the table. */
  readonly title: string
  readonly rows: readonly Row[]
  /** The provider's address. */
  readonly base: string
}

/** The endpoints of a category. Narrow screens see the same table as cards. */
export function EndpointTable({ title, rows, base }: EndpointTableProps) {
  return (
    <table {...roles.table} className={styles.table} aria-label={`${title} endpoints`}>
      <thead {...roles.group} className={styles.head}>
        <tr {...roles.row} className={styles.row}>
          <th {...roles.columnHeader} className={styles.method}>
            Method
          </th>
          <th {...roles.columnHeader} className={styles.name}>
            Name
          </th>
          <th {...roles.columnHeader} className={styles.desc}>
            Description
          </th>
          <th {...roles.columnHeader} className={styles.need}>
            Required parameters
          </th>
          <th {...roles.columnHeader} className={styles.status}>
            Status
          </th>
          <th {...roles.columnHeader} className={styles.request}>
            Example request
          </th>
        </tr>
      </thead>
      <tbody {...roles.group} className={styles.body}>
        {rows.map((row) => (
          <EndpointRow key={row.group?.id ?? row.code} row={row} base={base} />
        ))}
      </tbody>
    </table>
  )
}
