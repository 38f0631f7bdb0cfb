import { withoutFragment } from '@portico/kit/api/api-base.ts'
import { isNumeric } from '@portico/kit/api/describe-range.ts'
import type { Values } from '@portico/kit/api/validate-values.ts'
import type { Row, Variant } from '../data/schema.ts'
import { getParameters } from '../model/parameter.ts'

/** A parameter added by the visitor. */
export interface ExtraParameter {
  readonly name: string
  readonly value: string
}

/** Placeholder for the key, so that no serialized request contains one by accident. */
export const apiKeySymbol = Symbol('the key')

interface Field {
  readonly name: string
  readonly value: string | typeof apiKeySymbol
}

/** A request without its key. A GET sends its fields in the query, a POST in a JSON body. */
export interface ApiRequest {
  readonly method: Row['get']
  /** Base URL of the API, without a fragment. */
  readonly base: string
  readonly fields: readonly Field[]
}

interface BuildRequestOptions {
  readonly row: Row
  /** Base URL of the API. */
  readonly base: string
  readonly values: Values
  readonly variant?: Variant | undefined
  /** Parameters that the row doesn't document. */
  readonly extras?: readonly ExtraParameter[] | undefined
}

/**
 * The request for the typed values, valid or not (`validateRequest` tells). Empty values are omitted, unless a parameter
 * may be empty. Numbers are trimmed. Lone surrogates become U+FFFD, because no URL can contain them.
 */
export function buildRequest({ row, base, values, variant, extras = [] }: BuildRequestOptions): ApiRequest {
  const effectiveValues =
    variant && row.variants ? { ...values, [row.variants.param]: String(variant.value) } : values
  const code = row.variants?.param === 'code' && variant ? String(variant.value) : row.code
  const documented = getParameters(row).flatMap((parameter) => {
    const { name, mayBeEmpty } = parameter
    const text = Object.hasOwn(effectiveValues, name) ? (effectiveValues[name] ?? '') : ''
    const value = isNumeric(parameter) ? text.trim() : text
    return value === '' && !mayBeEmpty ? [] : [{ name, value }]
  })
  const extraFields = extras
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value }) => ({ name: name.trim(), value }))
  const fields: Field[] = [
    { name: 'api', value: apiKeySymbol },
    ...[...documented, ...extraFields].map(toWellFormed),
  ]
  return {
    method: row.get,
    base: withoutFragment(base),
    fields: row.get === 'GET' ? [{ name: 'code', value: code }, ...fields] : fields,
  }
}

function toWellFormed({ name, value }: { readonly name: string; readonly value: string }): Field {
  return { name: name.toWellFormed(), value: value.toWellFormed() }
}
