import type { Category, Row } from '../../../remote-catalogue/data/schema.ts'
import { type Entry, getEntries } from '../../../remote-catalogue/model/entry.ts'

/** Repeats the catalogue's rows and variants until there are `count`, each a row of its own with a number. */
export function generateRows(catalogue: readonly Category[], count: number): Row[] {
  const real = catalogue.flatMap(getEntries)
  return Array.from({ length: count }, (_, index) => {
    const entry = real[index % real.length]
    if (entry === undefined) throw new Error('The catalogue is empty.')
    return generateRow(entry, index)
  })
}

function generateRow({ row: { variants, group, ...row }, variant }: Entry, index: number): Row {
  const ownFields =
    variant === null || variants === undefined
      ? { name: row.name }
      : {
          name: `${row.name}: ${variant.name}`,
          keywords: variant.keywords ?? row.keywords,
          example: { ...row.example, [variants.param]: String(variant.value) },
        }
  return { ...row, ...ownFields, name: `${ownFields.name} ${index}`, code: `${row.code}_${index}` }
}
