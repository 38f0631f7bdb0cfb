interface CsvColumn<T> {
  readonly name: string
  /** Missing: the column isn't in the file. */
  readonly value?: (row: T) => string | number | null
}

/** Downloads rows as `<name>.csv`. */
export function downloadCsv<T>(name: string, columns: readonly CsvColumn<T>[], rows: readonly T[]): void {
  const url = URL.createObjectURL(new Blob([toCsv(columns, rows)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}

/** Rows as CSV (RFC 4180), with the columns that have values. */
export function toCsv<T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): string {
  const known = columns.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]))
  const lines = [known.map(({ name }) => name), ...rows.map((row) => known.map(({ value }) => value(row)))]
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  // A spreadsheet would run it as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
