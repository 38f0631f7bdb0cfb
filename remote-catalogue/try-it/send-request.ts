import type { ProviderRequest } from '../request/build-request.ts'
import { fetchArguments } from '../request/write-request.ts'
import type { Answer } from './response/response.ts'

/** Why nothing came back. `refused`: the browser does not say whether the provider or the network did it. */
export type SendFailure = 'cancelled' | 'timeout' | 'offline' | 'refused'

/** What became of a call. */
export type Outcome =
  | { readonly status: 'answered'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly failure: SendFailure }

/** A provider that draws a picture takes its time; after a minute nobody waits any more. */
const timeoutMs = 60_000

/** What is sent. */
export interface Sending {
  readonly request: ProviderRequest
  readonly key: string
  /** Goes along as the body; only the sandbox takes one. */
  readonly picture: Blob | null
  /** Cancels the call. */
  readonly signal: AbortSignal
}

/** Sends a request to the provider. Never rejects: a failure is an outcome. */
export async function sendRequest({ request, key, picture, signal }: Sending): Promise<Outcome> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const start = performance.now()
  try {
    const [url, init] = fetchArguments(request, key, picture)
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, timeout]) })
    const body = await response.blob()
    const { status, statusText, headers } = response
    const answer = { status, statusText, ms: performance.now() - start, body, limits: limitsIn(headers) }
    return { status: 'answered', answer }
  } catch {
    // The browser tells nothing of a network failure, by design; what is known is known from elsewhere.
    if (signal.aborted) return { status: 'failed', failure: 'cancelled' }
    if (timeout.aborted) return { status: 'failed', failure: 'timeout' }
    return { status: 'failed', failure: navigator.onLine ? 'refused' : 'offline' }
  }
}

function limitsIn(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => /ratelimit|^retry-after$/i.test(name))
}
