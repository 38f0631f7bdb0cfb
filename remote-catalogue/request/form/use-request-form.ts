import type { ValueError, Values } from '@portico/shared/api/validate-values.ts'
import { useState } from 'react'
import type { Entry } from '../../model/entry.ts'
import { buildRequest, type ProviderRequest } from '../build-request.ts'
import { checkExtras, checkRequest, type Extra, type ExtraFault } from '../check-request.ts'

/** What a visitor has typed for a request, what is wrong with it, and the request that it makes. */
export interface Builder {
  readonly values: Values
  readonly extras: readonly Extra[]
  readonly faults: readonly ValueError[]
  readonly extraFaults: readonly ExtraFault[]
  readonly request: ProviderRequest
  /** True: the visitor uses the values although the documentation refuses them. */
  readonly isAnyway: boolean
  /** True: neither copied nor sent. */
  readonly isBlocked: boolean
  change(values: Values): void
  changeExtras(extras: readonly Extra[]): void
  setAnyway(isAnyway: boolean): void
}

/** A request for `entry` at the provider's address `base`, beginning with the example and, before it, `first`. */
export function useBuilder({ row, variant }: Entry, base: string, first: Values = {}): Builder {
  const [values, setValues] = useState<Values>({ ...row.example, ...first })
  const [extras, setExtras] = useState<readonly Extra[]>([])
  const [isAnyway, setAnyway] = useState(false)
  const param = row.variants?.param
  const fixed = variant && param && param !== 'code' ? { [param]: String(variant.value) } : {}
  const faults = checkRequest(row, { ...values, ...fixed })
  const extraFaults = checkExtras(row, extras)
  const isWrong = faults.length > 0 || extraFaults.length > 0
  return {
    values,
    extras,
    faults,
    extraFaults,
    request: buildRequest({ row, base, values, variant: variant ?? undefined, extras }),
    isAnyway,
    isBlocked: isWrong && !isAnyway,
    change: (changed) => setValues({ ...values, ...changed }),
    changeExtras: setExtras,
    setAnyway,
  }
}
