import { formatNumber } from '@portico/kit/format.ts'
import { Button } from '@portico/kit/ui/button.tsx'
import { type ReactNode, useMemo, useState } from 'react'
import { getLiteral, type JsonObject, type JsonValue } from '../../model/parse-json.ts'
import { shorten } from '../../model/shorten.ts'
import { findTable, type Table } from './find-table.ts'
import { JsonTree, type RenderAfter } from './json-tree.tsx'
import styles from './json-view.module.css'
import scrollBox from './scroll-box.module.css'

/** The tree shows all. */
const maxShownRows = 50
const maxLinkCharacters = 2000

interface JsonViewProps {
  readonly value: JsonValue
  /** Renders something after a value without members. */
  readonly renderAfter: RenderAfter
}

/** JSON as a table where its result is a list or a flat object, and always as a tree. */
export function JsonView({ value, renderAfter }: JsonViewProps) {
  const table = useMemo(() => findTable(value), [value])
  const [isTable, setTable] = useState(table !== null)
  if (table === null) return <JsonTree value={value} renderAfter={renderAfter} />
  return (
    <div className={styles.view}>
      <fieldset className={styles.views} aria-label="View">
        {(['Table', 'Tree'] as const).map((name) => (
          <Button
            key={name}
            tone="secondary"
            size="small"
            aria-pressed={isTable === (name === 'Table')}
            onClick={() => setTable(name === 'Table')}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      {isTable ? (
        <JsonTable table={table} renderAfter={renderAfter} />
      ) : (
        <JsonTree value={value} renderAfter={renderAfter} />
      )}
    </div>
  )
}

interface JsonTableProps {
  readonly table: Table
  readonly renderAfter: RenderAfter
}

function JsonTable({ table: { columns, rows }, renderAfter }: JsonTableProps) {
  const renderCell: RenderCell = (name, value) => (
    <>
      {renderValue(value)}
      {renderAfter(name, value)}
    </>
  )
  const isList = columns.length > 0
  const count = isList ? rows.length : (rows[0]?.size ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and arrows scroll it
    <section className={`${scrollBox.box} ${styles.box}`} tabIndex={0} aria-label="Response as a table">
      <table className={styles.table}>
        {isList ? (
          <ListRows columns={columns} rows={rows.slice(0, maxShownRows)} renderCell={renderCell} />
        ) : (
          <MemberRows object={rows[0]} renderCell={renderCell} />
        )}
      </table>
      {count > maxShownRows && (
        <p className={styles.note}>
          The first {maxShownRows} of {formatNumber(count)} rows. The tree shows all.
        </p>
      )}
    </section>
  )
}

type RenderCell = (name: string, value: JsonValue) => ReactNode

interface MemberRowsProps {
  readonly object: JsonObject | undefined
  readonly renderCell: RenderCell
}

/** A row for each member of an object. */
function MemberRows({ object, renderCell }: MemberRowsProps) {
  return (
    <tbody>
      {[...(object ?? [])].slice(0, maxShownRows).map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{shorten(name)}</th>
          <td>{renderCell(name, value)}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** A row for each item of a list. */
function ListRows({ columns, rows, renderCell }: Table & { readonly renderCell: RenderCell }) {
  return (
    <>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {shorten(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and they don't move
          <tr key={index}>
            {columns.map((name) => (
              <td key={name}>{row.has(name) && renderCell(name, row.get(name) ?? null)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  )
}

function renderValue(value: JsonValue): ReactNode {
  if (Array.isArray(value)) return `[${value.length}]`
  if (value instanceof Map) return `{${value.size}}`
  const text = getLiteral(value) ?? String(value)
  const isLink = text.length <= maxLinkCharacters && /^https?:\/\//.test(text) && URL.canParse(text)
  return isLink ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {shorten(text)}
    </a>
  ) : (
    <bdi>{shorten(text)}</bdi>
  )
}
