import { loadCatalogue } from '../data/load-catalogue.ts'
import type { Category, Row } from '../data/schema.ts'
import { addressOf, rowId } from '../model/entry.ts'
import { needsOf } from '../model/parameter.ts'
import { chunkOf, useChunk } from '../ui/lazy-module.ts'

/** An operation that takes what another one gives. */
export interface Target {
  readonly name: string
  /** The address of its row. */
  readonly address: string
  /** Its parameter that takes the value; null where none is documented. */
  readonly parameter: string | null
  /** Members of an answer that may hold the value. */
  readonly members: readonly string[]
}

const catalogue = chunkOf(loadCatalogue)

/** Where the answer of a row goes on; nothing until the whole catalogue is there. */
export function useTargets({ feeds = {} }: Row): readonly Target[] {
  const isWanted = Object.keys(feeds).length > 0
  const chunk = useChunk(catalogue, isWanted)
  return chunk.status === 'loaded' && isWanted ? targetsIn(chunk.part, feeds) : []
}

function targetsIn(categories: readonly Category[], feeds: NonNullable<Row['feeds']>): Target[] {
  return categories.flatMap(({ path, rows }) =>
    rows.flatMap((row) => {
      const members = feeds[row.code]
      if (members === undefined) return []
      const parameter = needsOf(row)[0]?.names[0] ?? null
      return [{ name: row.name, address: addressOf({ path, id: rowId(row) }), parameter, members }]
    }),
  )
}
