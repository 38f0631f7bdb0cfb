import type { Operation } from '@portico/shared/api/api-description.ts'
import { sandboxKeys } from '@portico/shared/api/sandbox-keys.ts'
import { type Values, validateValues } from '@portico/shared/api/validate-values.ts'
import { Problem } from '../http/problems/errors.ts'

/** What a caller sent, whatever way it came. */
export interface SandboxRequest {
  readonly method: 'GET' | 'POST'
  /** Everything that was said by name, `code` and `api` among it. */
  readonly fields: Values
  /** True: a picture came along, which a GET could not bring. */
  readonly hasImage: boolean
}

/**
 * The operation that a call means. Throws what is wrong with the call, in the order in which a caller can mend it: key,
 * operation, method, payment, values.
 */
export function validateRequest(
  { method, fields, hasImage }: SandboxRequest,
  operations: readonly Operation[],
): Operation {
  checkKey(fields.api)
  const isJsonPost = method === 'POST' && !hasImage
  const candidates =
    isJsonPost && fields.code === undefined ? operations.filter(isPost) : named(operations, fields)
  const takesThis = candidates.filter((operation) => isPost(operation) === isJsonPost)
  if (takesThis.length === 0) throw methodRefused(candidates)
  const operation = takesThis.find((one) => fitsChoices(one, fields)) ?? mergeChoices(takesThis)
  if (operation.paid && fields.api !== sandboxKeys.paid) {
    const detail = `${operation.name} is for paid users. In this sandbox, use the key ${sandboxKeys.paid}.`
    throw new Problem('payment-required', { detail })
  }
  const faults = validateValues(operation.parameters, fields)
  if (faults.length === 0) return operation
  throw new Problem('invalid-request', {
    detail: 'The sandbox checks what is documented. See fields.',
    fields: Object.fromEntries(faults.flatMap(({ names, reason }) => names.map((name) => [name, reason]))),
  })
}

function isPost({ method }: Operation): boolean {
  return method === 'POST'
}

function checkKey(key: string | undefined): void {
  if (key === sandboxKeys.free || key === sandboxKeys.paid) return
  const got = key ? 'another one' : 'none'
  const detail = `Expected a key in api, got ${got}. In this sandbox, use ${sandboxKeys.free} or ${sandboxKeys.paid}.`
  throw new Problem('key-invalid', { detail })
}

function named(operations: readonly Operation[], { code }: Values): readonly Operation[] {
  if (!code) throw new Problem('invalid-request', { fields: { code: 'This is required.' } })
  const found = operations.filter((operation) => operation.code === code)
  if (found.length > 0) return found
  const like = operations.find((operation) => operation.code.toLowerCase() === code.toLowerCase())
  const hint = like ? ` Did you mean ${like.code}?` : ''
  throw new Problem('operation-unknown', { detail: `There is no operation with this code.${hint}` })
}

function methodRefused(candidates: readonly Operation[]): Problem {
  const allowed = candidates.some(isPost) ? 'POST' : 'GET'
  return new Problem('method-not-allowed', {
    detail: `This operation takes ${allowed} only.`,
    allow: allowed,
  })
}

/** True where the call names every choice that tells this operation from those that share its code. */
function fitsChoices({ parameters }: Operation, fields: Values): boolean {
  const own = parameters.filter(({ choices, required }) => required && choices)
  return own.every(({ name, choices }) => choices?.includes(fields[name] ?? ''))
}

/** For a call that fits none: the first one, with the choices of all. */
function mergeChoices(operations: readonly Operation[]): Operation {
  const [first] = operations
  if (first === undefined) throw new Error('mergeChoices needs an operation')
  const parameters = first.parameters.map((parameter) => {
    const all = operations.flatMap(
      (one) => one.parameters.find(({ name }) => name === parameter.name)?.choices ?? [],
    )
    return parameter.choices ? { ...parameter, choices: [...new Set(all)] } : parameter
  })
  return { ...first, parameters }
}
