import { type ValueError, type Values, validateValues } from '@portico/kit/api/validate-values.ts'
import type { Row } from '../data/schema.ts'
import { getParameters } from '../model/parameter.ts'
import type { ExtraParameter } from './build-request.ts'

/** An error in an extra parameter, by its index in the list. */
export interface ExtraParameterError {
  readonly index: number
  /** A sentence for the visitor. */
  readonly reason: string
}

/** Why the values of a row are invalid; empty if they match the documentation. */
export function validateRequest(row: Row, values: Values): ValueError[] {
  return validateValues(getParameters(row), values)
}

/** Errors in the extra parameters of a row. Empty lines are ignored. */
export function validateExtras(row: Row, extras: readonly ExtraParameter[]): ExtraParameterError[] {
  const usedNames = new Set(['code', 'api', ...getParameters(row).map(({ name }) => name)])
  return extras.flatMap(({ name, value }, index) => {
    const trimmed = name.trim()
    if (trimmed === '') return value === '' ? [] : [{ index, reason: 'Name this parameter.' }]
    if (usedNames.has(trimmed)) return [{ index, reason: `“${trimmed}” is already part of the request.` }]
    usedNames.add(trimmed)
    return []
  })
}
