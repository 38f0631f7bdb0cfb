import type { JsonObject, JsonValue } from '../../model/parse-json.ts'

/** Rows with the same properties, or the properties of one object. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly JsonObject[]
}

/** More columns are narrower than their content. */
const maxColumns = 8
/** Enough to know the columns of a list. */
const maxInspectedRows = 50
/** Results lie less deep. */
const maxDepth = 10
/** The members that usually hold the result. */
const resultNames = ['result', 'results', 'data', 'items']

/** The list or the flat object in a response that a table shows best; null if there is none. */
export function findTable(value: JsonValue, depth = 0): Table | null {
  if (isList(value)) return toTable(value)
  if (!(value instanceof Map) || depth > maxDepth) return null
  for (const name of resultNames) {
    const table: Table | null = findTable(value.get(name) ?? null, depth + 1)
    if (table) return table
  }
  const lists = [...value.values()].filter(isList)
  const [list] = lists
  if (list && lists.length === 1) return toTable(list)
  return value.size > 0 &&
    [...value.values()].every((member) => !(member instanceof Map || Array.isArray(member)))
    ? { columns: [], rows: [value] }
    : null
}

function toTable(rows: Table['rows']): Table | null {
  const names = new Set(rows.slice(0, maxInspectedRows).flatMap((row) => [...row.keys()]))
  return names.size > 0 && names.size <= maxColumns ? { columns: [...names], rows } : null
}

function isList(value: JsonValue): value is JsonObject[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.slice(0, maxInspectedRows).every((item) => item instanceof Map)
  )
}
