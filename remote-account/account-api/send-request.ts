import { ProblemSchema } from '@portico/shared/account/problem.ts'
import * as v from 'valibot'
import { AccountError, clientProblems } from './account-error.ts'

/** Longer than any request that still succeeds, and shorter than a visitor waits before trying again. */
const timeoutMs = 30_000

/**
 * Sends an account request: POST with a body, GET without one. Returns the response parsed by `schema`; throws an
 * `AccountError` for everything else.
 */
export async function sendRequest<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  body?: object,
): Promise<v.InferOutput<Schema>> {
  const init = body === undefined ? {} : toJsonRequest(body)
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(
    throwNetworkError,
  )
  if (isUnavailable(response))
    throw new AccountError({ code: clientProblems.unavailable, ...readWait(response) })
  const content: unknown = await response.json().catch(throwBodyError)
  if (response.ok) return parseBody(schema, content)
  throw new AccountError({ ...readWait(response), ...parseBody(ProblemSchema, content) })
}

/** The server is temporarily unavailable, as reported by itself or by a proxy with its own error format. */
function isUnavailable({ status, headers }: Response): boolean {
  const isFromProxy = (status === 502 || status === 504) && !headers.get('content-type')?.includes('json')
  return status === 503 || isFromProxy
}

/** How long to wait, from `Retry-After` in seconds; a proxy may send it as well. */
function readWait({ headers }: Response): { retryAfterSeconds?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}
}

function toJsonRequest(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function parseBody<Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return parsed.output
  throw new AccountError({ code: clientProblems.unexpectedResponse }, parsed.issues)
}

/** For a `fetch` that got no response. */
export function throwNetworkError(cause: unknown): never {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  throw new AccountError({ code: isTimeout ? clientProblems.timeout : clientProblems.unreachable }, cause)
}

/** A body that is not JSON is not our server's; one that is cut off is the network's fault. */
function throwBodyError(cause: unknown): never {
  if (!(cause instanceof SyntaxError)) throwNetworkError(cause)
  throw new AccountError({ code: clientProblems.unexpectedResponse }, cause)
}
