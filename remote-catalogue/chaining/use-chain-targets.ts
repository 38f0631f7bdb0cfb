import { loadCatalogue } from '../data/load-category.ts'
import type { Category, Row } from '../data/schema.ts'
import { getEntryPath, getRowId } from '../model/entry.ts'
import { getRequiredParameters } from '../model/parameter.ts'
import { createLazyModule, useLazyModule } from '../ui/lazy-module.ts'

/** An operation that accepts a value from another operation's response. */
export interface ChainTarget {
  readonly name: string
  /** URL of its row. */
  readonly path: string
  /** The parameter that takes the value; null if undocumented. */
  readonly parameter: string | null
  /** Properties of a response that may hold the value. */
  readonly properties: readonly string[]
}

const catalogue = createLazyModule(loadCatalogue)

/** The operations that take a value from this row's response; empty until the catalogue has loaded. */
export function useChainTargets({ chainsTo = {} }: Row): readonly ChainTarget[] {
  const hasTargets = Object.keys(chainsTo).length > 0
  const catalogueState = useLazyModule(catalogue, hasTargets)
  return catalogueState.status === 'loaded' && hasTargets ? findTargets(catalogueState.module, chainsTo) : []
}

function findTargets(categories: readonly Category[], chainsTo: NonNullable<Row['chainsTo']>): ChainTarget[] {
  return categories.flatMap(({ path: categoryPath, rows }) =>
    rows.flatMap((row) => {
      const properties = chainsTo[row.code]
      if (properties === undefined) return []
      const parameter = getRequiredParameters(row)[0]?.names[0] ?? null
      return [
        {
          name: row.name,
          path: getEntryPath({ path: categoryPath, id: getRowId(row) }),
          parameter,
          properties,
        },
      ]
    }),
  )
}
