import { describeRange } from '@portico/kit/api/describe-range.ts'
import type { Parameter } from '@portico/kit/api/parameter.ts'
import type { Row } from '../data/schema.ts'

/** A required parameter other than `code` and `api`: one name, or several of which exactly one is sent. */
export interface RequiredParameter {
  readonly names: readonly string[]
}

/** The required parameters of a row, in order. */
export function getRequiredParameters(row: Pick<Row, 'need'>): RequiredParameter[] {
  return row.need.map((part) => ({ names: typeof part === 'string' ? [part] : part }))
}

/** The optional parameters of a row, in order. */
export function getOptionalParameters(row: Pick<Row, 'optional'>): string[] {
  return row.optional ?? []
}

/** Every parameter of a row except `code` and `api`, with the documented constraints on its value. */
export function getParameters(row: Row): Parameter[] {
  const needs = getRequiredParameters(row).flatMap(({ names }) =>
    names.map((name) => ({
      ...getParameter(row, name),
      required: true,
      ...(names.length > 1 ? { oneOf: [...names] } : {}),
    })),
  )
  return [
    ...needs,
    ...getOptionalParameters(row).map((name) => ({ ...getParameter(row, name), required: false })),
  ]
}

function getParameter(row: Row, name: string): Omit<Parameter, 'required'> {
  const bound = row.bounds?.[name]
  const min = row.minInteger?.[name]
  const choices = getChoices(row, name)
  const isVariant = row.variants?.param === name
  return {
    name,
    ...(row.mayBeEmpty?.includes(name) ? { mayBeEmpty: true as const } : {}),
    ...(bound ? { bound } : {}),
    ...(row.numbers?.includes(name) ? { number: true as const } : {}),
    ...(min === undefined ? {} : { whole: { min } }),
    ...(isVariant ? { whole: { min: 1, max: row.variants?.items.length } } : {}),
    ...(choices ? { choices } : {}),
  }
}

function getChoices(row: Row, name: string): string[] | undefined {
  if (name === 'index' && row.group?.index !== undefined) return [String(row.group.index)]
  return row.choices?.[name]
}

/**
 * A parameter's value in a few words: the documented range, the numbers of the variants, the row's own index, a hint, or
 * an example. null if nothing is known.
 */
export function describeValue(row: Row, name: string): string | null {
  const alternative = row.alternatives?.[name]
  return describeConstraint(row, name) ?? (alternative === undefined ? null : `such as ${alternative}`)
}

/** The same without an example, for a field that is filled with it. */
export function describeConstraint(row: Row, name: string): string | null {
  if (row.variants?.param === name)
    return `from ${row.variants.items[0]?.value} to ${row.variants.items.at(-1)?.value}`
  if (name === 'index' && row.group?.index !== undefined) return `fixed: ${row.group.index}`
  return describeRange(getParameter(row, name)) ?? row.hints?.[name] ?? null
}
