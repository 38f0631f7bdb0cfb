import type { ApiDescription, Operation } from '@portico/kit/api/api-description.ts'
import type { Category, Row } from '../data/schema.ts'
import { textStyles } from '../data/text-styles.ts'
import { getParameters } from '../model/parameter.ts'

/** Describes the API for the server's sandbox. */
export function describeApi(categories: readonly Category[]): ApiDescription {
  return { schemaVersion: 1, operations: categories.flatMap(({ rows }) => rows.flatMap(getOperations)) }
}

/** One operation per row, or one per variant if the variants are operations. */
export function getOperations(row: Row): Operation[] {
  const operation: Operation = {
    code: row.code,
    name: row.name,
    method: row.get,
    paid: row.paid === true,
    output: row.output,
    parameters: getParameters(row),
    isDocumented: row.needUnknown !== true,
    example: row.example,
  }
  const { variants } = row
  if (variants === undefined) return [operation]
  if (variants.param === 'code')
    return variants.items.map(({ value, name }) => ({ ...operation, code: String(value), name }))
  const names = Object.fromEntries(variants.items.map(({ value, name }) => [String(value), name]))
  const hasStyles = variants.items.some(({ sample }) => sample !== undefined)
  return [
    {
      ...operation,
      variants: { param: variants.param, names },
      ...(hasStyles ? { letterStyles: { ...textStyles } } : {}),
    },
  ]
}
