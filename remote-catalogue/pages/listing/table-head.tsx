import styles from './endpoint-table.module.css'
import cellStyles from './table-cells.module.css'
import { roles } from './table-roles.ts'
import rowStyles from './table-row.module.css'

/** The columns of a table of endpoints. */
export function TableHead() {
  return (
    <thead {...roles.group} className={styles.head}>
      <tr {...roles.row} className={`${rowStyles.row} ${styles.headings}`}>
        <th {...roles.columnHeader} className={cellStyles.method}>
          Method
        </th>
        <th {...roles.columnHeader} className={cellStyles.name}>
          Endpoint
        </th>
        <th {...roles.columnHeader} className={`${cellStyles.desc} ${styles.visuallyHidden}`}>
          Description
        </th>
        <th {...roles.columnHeader} className={cellStyles.need}>
          Required parameters
        </th>
        <th {...roles.columnHeader} className={cellStyles.status}>
          Status
        </th>
        <th {...roles.columnHeader} className={`${cellStyles.request} ${styles.visuallyHidden}`}>
          Example request
        </th>
        <th {...roles.columnHeader} className={`${cellStyles.action} ${styles.visuallyHidden}`}>
          Action
        </th>
      </tr>
    </thead>
  )
}
