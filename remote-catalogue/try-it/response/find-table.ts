/** Rows with the same properties, or the properties of one object. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** More columns are narrower than their content. */
const maxColumns = 8
/** Enough to know the columns of a list. */
const maxInspectedRows = 50
/** The members that usually hold the result. */
const resultNames = ['result', 'results', 'data', 'items']

/** The list or the flat object in a response that a table shows best; null if there is none. */
export function findTable(value: unknown): Table | null {
  if (isList(value)) return toTable(value)
  if (!isObject(value)) return null
  for (const name of resultNames) {
    const table = Object.hasOwn(value, name) ? findTable(value[name]) : null
    if (table) return table
  }
  const lists = Object.values(value).filter(isList)
  const [list] = lists
  if (list && lists.length === 1) return toTable(list)
  const members = Object.entries(value)
  return members.length > 0 && members.every(([, member]) => !isObject(member) && !Array.isArray(member))
    ? { columns: [], rows: [value] }
    : null
}

function toTable(rows: Table['rows']): Table | null {
  const names = new Set(rows.slice(0, maxInspectedRows).flatMap(Object.keys))
  return names.size > 0 && names.size <= maxColumns ? { columns: [...names], rows } : null
}

function isList(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.slice(0, maxInspectedRows).every(isObject)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
