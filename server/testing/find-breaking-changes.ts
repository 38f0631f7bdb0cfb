import type { Schema } from './read-schema.ts'

/**
 * What a version that works with the schema `before` might notice in `after`, as sentences. It may find new tables, indexes and
 * triggers, and new columns that it need not fill. Rows are not compared.
 */
export function findBreakingChanges(before: Schema, after: Schema): string[] {
  return [
    ...[...before.tables.keys()].flatMap((name) => findTableChanges(name, before, after)),
    ...findHeldRows(before, after),
    ...[...before.others]
      .filter(([name, definition]) => after.others.get(name) !== definition)
      .map(([name]) => `${name} is changed or gone`),
  ]
}

function findTableChanges(name: string, before: Schema, after: Schema): string[] {
  const old = before.tables.get(name)
  const table = after.tables.get(name)
  if (old === undefined || table === undefined) return [`table ${name} is gone`]
  const changed = [...old.columns].flatMap(([column, { definition }]) => {
    const now = table.columns.get(column)?.definition
    if (now === definition) return []
    return [`${name}.${column} is ${now === undefined ? 'gone' : `"${now}" and was "${definition}"`}`]
  })
  const isNew = (column: string) => !old.columns.has(column)
  const required = [...table.columns]
    .filter(([column, { isRequired }]) => isNew(column) && isRequired)
    .map(([column]) => `${name}.${column} must be filled`)
  const was = new Set(old.limits.map(({ definition }) => definition))
  const is = new Set(table.limits.map(({ definition }) => definition))
  const added = table.limits
    .filter(
      ({ definition, columns }) => !was.has(definition) && !(columns.length > 0 && columns.every(isNew)),
    )
    .map(({ definition }) => `${name} is limited by ${definition}`)
  const dropped = [...was]
    .filter((definition) => !is.has(definition))
    .map((definition) => `${name} is no longer limited by ${definition}`)
  return [...changed, ...required, ...added, ...dropped]
}

/** New foreign keys that keep an older version from deleting rows. */
function findHeldRows(before: Schema, after: Schema): string[] {
  return [...after.tables].flatMap(([name, { limits }]) => {
    const old = before.tables.get(name)?.limits.map(({ definition }) => definition) ?? []
    return limits
      .filter(
        ({ definition, holds }) => holds !== null && before.tables.has(holds) && !old.includes(definition),
      )
      .map(({ holds }) => `rows of ${holds} can't be deleted while ${name} refers to them`)
  })
}
