import type { Values } from '@portico/kit/api/validate-values.ts'
import { useRef, useState } from 'react'
import type { Entry } from '../../model/entry.ts'
import { buildRequest, type ExtraParameter } from '../build-request.ts'
import { validateExtras, validateRequest } from '../validate-request.ts'

/** The values of a request, their errors, and the request they make. */
export type RequestFormState = ReturnType<typeof useRequestForm>

/** Values with which a form starts instead of the example's. */
interface InitialRequest {
  readonly values?: Values | undefined
  readonly extras?: readonly ExtraParameter[]
}

/** The form for a request to `entry` at the API's URL `base`. It starts with the example, overridden by `initial`. */
export function useRequestForm({ row, variant }: Entry, base: string, initial: InitialRequest = {}) {
  const [values, setValues] = useState<Values>({ ...row.example, ...initial.values })
  const [extras, setExtras] = useState<readonly ExtraParameter[]>(initial.extras ?? [])
  const [sendAnyway, setSendAnyway] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const param = row.variants?.param
  const variantValue = variant && param && param !== 'code' ? { [param]: String(variant.value) } : {}
  const errors = validateRequest(row, { ...values, ...variantValue })
  const extraErrors = validateExtras(row, extras)
  const hasErrors = errors.length > 0 || extraErrors.length > 0
  return {
    values,
    extras,
    errors,
    extraErrors,
    request: buildRequest({ row, base, values, variant: variant ?? undefined, extras }),
    /** True: send the values although they are invalid. */
    sendAnyway,
    /** True: invalid values that must not be copied or sent. */
    isBlocked: hasErrors && !sendAnyway,
    /** The form's element. */
    element,
    /** Moves the focus to the first field. */
    focusFirstField: () => element.current?.querySelector<HTMLElement>('input, select, button')?.focus(),
    /** Moves the focus to the first invalid field. */
    focusFirstError: () => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    change: (changed: Values) => setValues({ ...values, ...changed }),
    changeExtras: setExtras,
    setSendAnyway,
  }
}
