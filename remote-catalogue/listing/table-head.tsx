import styles from './endpoint-table.module.css'
import { roles } from './table-roles.ts'

/** The columns of a table of endpoints. */
export function TableHead() {
  return (
    <thead {...roles.group} className={styles.head}>
      <tr {...roles.row} className={styles.row}>
        <th {...roles.columnHeader} className={styles.method}>
          Method
        </th>
        <th {...roles.columnHeader} className={styles.name}>
          Endpoint
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
        <th {...roles.columnHeader} className={styles.action}>
          Action
        </th>
      </tr>
    </thead>
  )
}
