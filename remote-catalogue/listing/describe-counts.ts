import type { Row } from '../data/schema.ts'

/** What a category holds, in parts of a line: `8 template groups`, `199 variants`. */
export function describeCounts(rows: readonly Row[]): string[] {
  const isGrouped = rows.some(({ group }) => group)
  const paid = rows.filter((row) => row.paid).length
  return [
    counted(rows.length, isGrouped ? 'template group' : 'endpoint'),
    ...['variants', 'styles', 'fonts', 'frames'].flatMap((noun) => countVariants(rows, noun)),
    ...(paid > 0 ? [`${paid} for paid users only`] : []),
  ]
}

function countVariants(rows: readonly Row[], noun: string): string[] {
  const count = rows.reduce(
    (sum, { variants }) => sum + (variants?.noun === noun ? variants.items.length : 0),
    0,
  )
  return count === 0 ? [] : [`${count} ${noun}`]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
