import type { Operation } from '@portico/kit/api/api-description.ts'
import { sandboxKeys } from '@portico/kit/api/sandbox-keys.ts'
import { type Values, validateValues } from '@portico/kit/api/validate-values.ts'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Problem } from '../http/problems/errors.ts'

/** A request to the sandbox, whether from a query or a body. */
export interface SandboxRequest {
  readonly method: 'GET' | 'POST'
  /** All values by name, including `code` and `api`. */
  readonly fields: Values
  /** True: an image was uploaded, which is only possible with a POST. */
  readonly hasImage: boolean
}

/**
 * The operation of a request. Throws the first problem in the order in which a client can fix them: key, operation, method,
 * payment, values.
 */
export function validateRequest(
  { method, fields, hasImage }: SandboxRequest,
  operations: readonly Operation[],
): Operation {
  checkKey(fields.api)
  const isJsonPost = method === 'POST' && !hasImage
  const candidates =
    isJsonPost && fields.code === undefined ? operations.filter(isPost) : findByCode(operations, fields)
  const candidatesByMethod = candidates.filter((operation) => isPost(operation) === isJsonPost)
  if (candidatesByMethod.length === 0) throw createMethodProblem(candidates)
  const operation =
    candidatesByMethod.find((candidate) => matchesChoices(candidate, fields)) ??
    mergeChoices(candidatesByMethod)
  if (operation.paid && fields.api !== sandboxKeys.paid) {
    const detail = `${operation.name} requires a paid key. In this sandbox, use ${sandboxKeys.paid}.`
    throw new Problem('payment-required', { detail })
  }
  const errors = validateValues(operation.parameters, fields)
  if (errors.length === 0) return operation
  throw new Problem('invalid-request', {
    detail: 'Some values do not match the documentation; see fields.',
    fields: Object.fromEntries(errors.flatMap(({ names, reason }) => names.map((name) => [name, reason]))),
  })
}

function isPost({ method }: Operation): boolean {
  return method === 'POST'
}

function checkKey(key: string | undefined): void {
  if (key === sandboxKeys.free || key === sandboxKeys.paid) return
  const actual = key ? 'an unknown one' : 'none'
  const detail = `Expected a key in api, got ${actual}. In this sandbox, use ${sandboxKeys.free} or ${sandboxKeys.paid}.`
  throw new Problem('key-invalid', { detail })
}

function findByCode(operations: readonly Operation[], { code }: Values): readonly Operation[] {
  if (!code) throw new Problem('invalid-request', { fields: { code: 'This field is required.' } })
  const found = operations.filter((operation) => operation.code === code)
  if (found.length > 0) return found
  const like = operations.find((operation) => operation.code.toLowerCase() === code.toLowerCase())
  const hint = like ? ` Did you mean ${like.code}?` : ''
  throw new Problem('operation-unknown', { detail: `There is no operation with this code.${hint}` })
}

function createMethodProblem(candidates: readonly Operation[]): Problem {
  const allowed = candidates.some(isPost) ? 'POST' : 'GET'
  return new Problem('method-not-allowed', {
    detail: `This operation only accepts ${allowed}.`,
    allow: allowed,
  })
}

/** Whether the request has the values that distinguish this operation from others with the same code. */
function matchesChoices({ parameters }: Operation, fields: Values): boolean {
  const own = parameters.filter(({ choices, required }) => required && choices)
  return own.every(({ name, choices }) => choices?.includes(fields[name] ?? ''))
}

/** For a request that matches none: the first operation, with the choices of all. */
function mergeChoices(operations: readonly Operation[]): Operation {
  const [first] = operations
  if (first === undefined) throw new Error('mergeChoices needs an operation')
  const parameters = first.parameters.map((parameter) => {
    const all = operations.flatMap(
      (operation) => operation.parameters.find(({ name }) => name === parameter.name)?.choices ?? [],
    )
    return parameter.choices ? { ...parameter, choices: [...new Set(all)] } : parameter
  })
  return { ...first, parameters }
}

const single = v.string('Send this once, as text.')
const FieldsSchema = v.record(v.string(), single)

/** Parses the query, and the body of a POST: JSON with more fields, or an image. */
export function readRequest({ method, query, body }: FastifyRequest) {
  const isPost = method === 'POST'
  const image = Buffer.isBuffer(body) ? body : null
  const fields =
    isPost && image === null ? { ...parseFields(query), ...parseFields(body ?? {}) } : parseFields(query)
  const request: SandboxRequest = { method: isPost ? 'POST' : 'GET', fields, hasImage: image !== null }
  return { request, image }
}

function parseFields(input: unknown): Record<string, string> {
  const parsed = v.safeParse(FieldsSchema, input)
  if (parsed.success) return parsed.output
  const fields = parsed.issues.map((issue) => [v.getDotPath(issue) ?? 'body', issue.message])
  throw new Problem('invalid-request', { fields: Object.fromEntries(fields) })
}
