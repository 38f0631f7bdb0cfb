import { formatDateTime, formatNumber } from '@portico/kit/format.ts'
import type { Column } from './table.tsx'

/** A column of numbers, formatted as `format` says; null is shown as a dash. */
export function createNumberColumn<T>(
  name: string,
  value: (row: T) => number | null,
  format: (number: number) => string = formatNumber,
): Column<T> {
  const render = (row: T) => {
    const number = value(row)
    return number === null ? '–' : format(number)
  }
  return { name, value, render, isNumber: true }
}

/** A column of sizes in kB, of numbers of bytes. */
export function createSizeColumn<T>(name: string, getBytes: (row: T) => number | null): Column<T> {
  const value = (row: T) => {
    const bytes = getBytes(row)
    return bytes === null ? null : bytes / 1_000
  }
  return createNumberColumn(name, value, (kilobytes) => formatNumber(kilobytes, 1))
}

/** A column of times in ms since 1970; a CSV file has them as ISO 8601. */
export function createTimeColumn<T>(name: string, getTime: (row: T) => number): Column<T> {
  return {
    name,
    value: (row) => new Date(getTime(row)).toISOString(),
    render: (row) => formatDateTime(getTime(row)),
  }
}
