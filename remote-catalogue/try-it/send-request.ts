import type { ApiRequest } from '../request/build-request.ts'
import { toFetchArguments } from '../request/serialize-request.ts'
import type { ApiResponse } from './response/response.ts'

/** Why there is no response. `refused`: the browser doesn't say whether CORS or the network was the reason. */
export type RequestFailure = 'cancelled' | 'timeout' | 'offline' | 'refused'

/** The outcome of a request. */
export type RequestResult =
  | { readonly status: 'received'; readonly response: ApiResponse }
  | { readonly status: 'failed'; readonly failure: RequestFailure }

/** One minute: generating an image takes a while. */
const timeoutMs = 60_000

/** A request and how to send it. */
export interface SendOptions {
  readonly request: ApiRequest
  readonly key: string
  /** Sent as the body. Only the sandbox accepts one. */
  readonly image: Blob | null
  /** Cancels the request. */
  readonly signal: AbortSignal
}

/** Sends a request to the API. Never rejects: a failure is a result. */
export async function sendRequest({ request, key, image, signal }: SendOptions): Promise<RequestResult> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const start = performance.now()
  try {
    const [url, init] = toFetchArguments(request, key, image)
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, timeout]) })
    const body = await response.blob()
    const { status, statusText, headers } = response
    const received = {
      status,
      statusText,
      durationMs: performance.now() - start,
      body,
      rateLimitHeaders: getRateLimitHeaders(headers),
    }
    return { status: 'received', response: received }
  } catch {
    // By design, browsers don't explain network failures.
    if (signal.aborted) return { status: 'failed', failure: 'cancelled' }
    if (timeout.aborted) return { status: 'failed', failure: 'timeout' }
    return { status: 'failed', failure: navigator.onLine ? 'refused' : 'offline' }
  }
}

function getRateLimitHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => /ratelimit|^retry-after$/i.test(name))
}
