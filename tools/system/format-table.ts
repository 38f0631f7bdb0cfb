const startsWithDigit = /^[\d.]/

/** Formats rows as a table with a header row. Numbers are right-aligned. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    widths
      .map((width, at) => align(row[at] ?? '', width))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = rows
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n')
}

function align(cell: string, width: number): string {
  return startsWithDigit.test(cell) ? cell.padStart(width) : cell.padEnd(width)
}
