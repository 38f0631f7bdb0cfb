import { formatCount, formatNumber } from '@portico/kit/format.ts'
import type { Row } from '../../data/schema.ts'

/** The size of a category: `8 template groups`, `199 variants`. */
export function describeCounts(rows: readonly Row[]): string[] {
  const isGrouped = rows.some(({ group }) => group)
  const paid = rows.filter((row) => row.paid).length
  return [
    formatCount(rows.length, isGrouped ? 'template group' : 'endpoint'),
    ...['variants', 'styles', 'fonts', 'frames'].flatMap((noun) => countVariants(rows, noun)),
    ...(paid > 0 ? [`${formatNumber(paid)} for paid users only`] : []),
  ]
}

function countVariants(rows: readonly Row[], noun: string): string[] {
  const count = rows.reduce(
    (sum, { variants }) => sum + (variants?.noun === noun ? variants.items.length : 0),
    0,
  )
  if (count === 0) return []
  // Only one row has nested frames, so they are counted by its name.
  const owner = rows.find(({ variants }) => variants?.noun === 'frames')
  return [
    noun === 'frames'
      ? `${count} ${owner?.name.replace(/ frame$/, '')} variants`
      : `${formatNumber(count)} ${noun}`,
  ]
}
