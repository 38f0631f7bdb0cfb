import { Button } from '@portico/kit/ui/button.tsx'
import { type ReactNode, useState } from 'react'
import { downloadCsv } from './download-csv.ts'
import styles from './table.module.css'

/** One column of a table of `T`. */
export interface Column<T> {
  readonly name: string
  /** Missing: the value is shown as it is. */
  readonly render?: (row: T) => ReactNode
  /** What the column sorts by, and what the CSV has; a column without it is in neither. */
  readonly value?: (row: T) => string | number | null
  readonly isNumber?: boolean
}

interface TableProps<T> {
  readonly caption: string
  /** The caption is there for screen readers alone: a heading says the same. */
  readonly isCaptionHidden?: boolean
  readonly columns: readonly Column<T>[]
  /** In their first order. */
  readonly rows: readonly T[]
  readonly getKey: (row: T) => string | number
  /** The name of the CSV file, without its extension; missing: there is no download. */
  readonly csv?: string
}

interface Order {
  readonly column: string
  readonly isDescending: boolean
}

/** A table that sorts by its columns and can be downloaded. On a narrow screen, each row is a card. The first column names the row. */
export function Table<T>({ caption, isCaptionHidden, columns, rows, getKey, csv }: TableProps<T>) {
  const [order, setOrder] = useState<Order | null>(null)
  const sorted = sortRows(rows, columns, order)
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className={isCaptionHidden ? 'sr-only' : styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.name} column={column} order={order} onOrder={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={getKey(row)}>
              {columns.map(({ name, value, render = value, isNumber }, at) => {
                const Cell = at === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={name}
                    scope={at === 0 ? 'row' : undefined}
                    data-name={name}
                    data-number={isNumber}
                  >
                    {render?.(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {csv !== undefined && rows.length > 0 && (
        <Button size="small" tone="secondary" onClick={() => downloadCsv(csv, columns, sorted)}>
          Download CSV
        </Button>
      )}
    </div>
  )
}

interface HeadingProps<T> {
  readonly column: Column<T>
  readonly order: Order | null
  readonly onOrder: (order: Order) => void
}

function Heading<T>({ column: { name, value, isNumber }, order, onOrder }: HeadingProps<T>) {
  const isDescending = order?.column === name ? order.isDescending : null
  if (value === undefined) return <th scope="col">{name}</th>
  const sort = isDescending === null ? undefined : isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={sort} data-number={isNumber}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onOrder({ column: name, isDescending: isDescending === false })}
      >
        {name}
        <span aria-hidden="true">{isDescending === null ? '' : isDescending ? ' ↓' : ' ↑'}</span>
      </button>
    </th>
  )
}

/** Rows without a value are last, whatever the order. */
function sortRows<T>(rows: readonly T[], columns: readonly Column<T>[], order: Order | null): readonly T[] {
  const value = columns.find(({ name }) => name === order?.column)?.value
  if (order === null || value === undefined) return rows
  const sign = order.isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)))
  })
}

const { compare } = new Intl.Collator('en-GB', { numeric: true })
