import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { toCsv } from './download-csv.ts'
import { type Column, Table } from './table.tsx'

interface Row {
  readonly name: string
  readonly loads: number | null
}

const columns: readonly Column<Row>[] = [
  { name: 'Name', value: ({ name }) => name },
  { name: 'Loads', isNumber: true, value: ({ loads }) => loads },
  { name: 'Action', render: () => 'Act' },
]
const rows = [
  { name: 'b', loads: null },
  { name: 'a', loads: 10 },
  { name: 'c', loads: 9 },
]

test('a column sorts its rows up, then down, those without a value last', () => {
  render(<Table caption="Rows" columns={columns} rows={rows} getKey={({ name }) => name} />)
  const listNames = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
  expect(listNames()).toEqual(['b', 'a', 'c'])
  const sort = screen.getByRole('button', { name: 'Loads' })
  fireEvent.click(sort)
  expect(listNames()).toEqual(['c', 'a', 'b'])
  fireEvent.click(sort)
  expect(listNames()).toEqual(['a', 'c', 'b'])
  expect(screen.getByRole('columnheader', { name: 'Loads' }).getAttribute('aria-sort')).toBe('descending')
})

test('the CSV quotes what it must, and no cell is a formula', () => {
  const csv = toCsv(columns, [
    { name: 'a, "b"', loads: -1 },
    { name: '=1+1', loads: null },
  ])
  expect(csv).toBe('Name,Loads\r\n"a, ""b""",-1\r\n\'=1+1,\r\n')
})
