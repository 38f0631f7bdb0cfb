import { ProblemSchema } from '@portico/shared/account/problem.ts'
import * as v from 'valibot'
import { AccountFailure, localProblems } from './account-error.ts'

/** More than any call takes that still succeeds, and less than a visitor waits before pressing again. */
const limitMs = 30_000

/**
 * Makes an account call: POST with a body, GET without one. Returns the answer, parsed by `schema`; throws an
 * `AccountFailure` for everything else.
 */
export async function call<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  body?: object,
): Promise<v.InferOutput<Schema>> {
  const { ok, answer } = await ask(path, body)
  const parsed = v.safeParse(schema, answer)
  if (ok && parsed.success) return parsed.output
  const problem = v.safeParse(ProblemSchema, answer)
  if (!ok && problem.success) throw new AccountFailure(problem.output)
  throw new AccountFailure({ code: localProblems.notUnderstood }, parsed.issues)
}

async function ask(path: string, body?: object): Promise<{ ok: boolean; answer: unknown }> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    const response = await fetch(path, body === undefined ? { signal } : { signal, ...asJson(body) })
    if (isAway(response)) throw new AccountFailure({ code: localProblems.unavailable })
    return { ok: response.ok, answer: await response.json() }
  } catch (cause) {
    if (cause instanceof AccountFailure) throw cause
    throw new AccountFailure({ code: codeFor(cause) }, cause)
  }
}

/** The server cannot answer for a while, or a proxy before it says so in its own words, which are no JSON. */
function isAway({ status, headers }: Response): boolean {
  const isProxys = (status === 502 || status === 504) && !headers.get('content-type')?.includes('json')
  return status === 503 || isProxys
}

function asJson(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** The code of a request that got no response. */
export function codeFor(cause: unknown): string {
  if (cause instanceof SyntaxError) return localProblems.notUnderstood // no JSON: not our server's words
  return cause instanceof DOMException && cause.name === 'TimeoutError'
    ? localProblems.timeout
    : localProblems.unreachable
}
