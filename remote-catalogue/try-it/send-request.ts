import type { ApiRequest } from '../request/build-request.ts'
import { toFetchArguments } from '../request/write-request.ts'
import type { ApiResponse } from './response/response.ts'

/** Why nothing came back. `refused`: the browser does not say whether the provider or the network did it. */
export type RequestFailure = 'cancelled' | 'timeout' | 'offline' | 'refused'

/** What became of a call. */
export type RequestResult =
  | { readonly status: 'answered'; readonly answer: ApiResponse }
  | { readonly status: 'failed'; readonly failure: RequestFailure }

/** A provider that draws a picture takes its time; after a minute nobody waits any more. */
const timeoutMs = 60_000

/** What is sent. */
export interface SendOptions {
  readonly request: ApiRequest
  readonly key: string
  /** Goes along as the body; only the sandbox takes one. */
  readonly image: Blob | null
  /** Cancels the call. */
  readonly signal: AbortSignal
}

/** Sends a request to the provider. Never rejects: a failure is an outcome. */
export async function sendRequest({ request, key, image, signal }: SendOptions): Promise<RequestResult> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const start = performance.now()
  try {
    const [url, init] = toFetchArguments(request, key, image)
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, timeout]) })
    const body = await response.blob()
    const { status, statusText, headers } = response
    const answer = {
      status,
      statusText,
      durationMs: performance.now() - start,
      body,
      rateLimitHeaders: getRateLimitHeaders(headers),
    }
    return { status: 'answered', answer }
  } catch {
    // The browser tells nothing of a network failure, by design; what is known is known from elsewhere.
    if (signal.aborted) return { status: 'failed', failure: 'cancelled' }
    if (timeout.aborted) return { status: 'failed', failure: 'timeout' }
    return { status: 'failed', failure: navigator.onLine ? 'refused' : 'offline' }
  }
}

function getRateLimitHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => /ratelimit|^retry-after$/i.test(name))
}
