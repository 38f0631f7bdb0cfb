import type { ValueError, Values } from '@portico/shared/api/validate-values.ts'
import { useState } from 'react'
import type { Entry } from '../../model/entry.ts'
import { type ApiRequest, buildRequest } from '../build-request.ts'
import {
  type ExtraParameter,
  type ExtraParameterError,
  validateExtras,
  validateRequest,
} from '../check-request.ts'

/** What a visitor has typed for a request, what is wrong with it, and the request that it makes. */
export interface RequestFormState {
  readonly values: Values
  readonly extras: readonly ExtraParameter[]
  readonly errors: readonly ValueError[]
  readonly extraErrors: readonly ExtraParameterError[]
  readonly request: ApiRequest
  /** True: the visitor uses the values although the documentation refuses them. */
  readonly sendAnyway: boolean
  /** True: neither copied nor sent. */
  readonly isBlocked: boolean
  change(values: Values): void
  changeExtras(extras: readonly ExtraParameter[]): void
  setSendAnyway(sendAnyway: boolean): void
}

/** A request for `entry` at the provider's address `base`, beginning with the example and, before it, `first`. */
export function useRequestForm({ row, variant }: Entry, base: string, first: Values = {}): RequestFormState {
  const [values, setValues] = useState<Values>({ ...row.example, ...first })
  const [extras, setExtras] = useState<readonly ExtraParameter[]>([])
  const [sendAnyway, setSendAnyway] = useState(false)
  const param = row.variants?.param
  const fixed = variant && param && param !== 'code' ? { [param]: String(variant.value) } : {}
  const errors = validateRequest(row, { ...values, ...fixed })
  const extraErrors = validateExtras(row, extras)
  const hasErrors = errors.length > 0 || extraErrors.length > 0
  return {
    values,
    extras,
    errors,
    extraErrors,
    request: buildRequest({ row, base, values, variant: variant ?? undefined, extras }),
    sendAnyway,
    isBlocked: hasErrors && !sendAnyway,
    change: (changed) => setValues({ ...values, ...changed }),
    changeExtras: setExtras,
    setSendAnyway,
  }
}
