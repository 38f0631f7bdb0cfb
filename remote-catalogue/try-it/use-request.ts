import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiRequest } from '../request/build-request.ts'
import { toFetchArguments } from '../request/serialize-request.ts'
import { identifyBody } from './identify-body.ts'
import { parseFileName } from './parse-file-name.ts'

/** A response of the API. */
export interface ApiResponse {
  readonly status: number
  readonly statusText: string
  /** From the click to the last byte, in milliseconds. */
  readonly durationMs: number
  /** With the type of its content. */
  readonly body: Blob
  /** False: the response ended early, by a timeout, an error or the visitor. */
  readonly isComplete: boolean
  /** The type that the API declared, with its parameters; empty: none. */
  readonly declaredType: string
  /** As the API names the file; null: it doesn't, or the browser may not read it. */
  readonly fileName: string | null
  /** Rate limit headers, as far as the browser may read them. */
  readonly rateLimitHeaders: readonly (readonly [name: string, value: string])[]
}

/** Why there is no response. `refused`: the browser doesn't say whether CORS or the network was the reason. */
export type RequestFailure = 'cancelled' | 'timeout' | 'offline' | 'refused'

/** The outcome of a request. */
export type RequestResult =
  | { readonly status: 'received'; readonly response: ApiResponse }
  | { readonly status: 'failed'; readonly failure: RequestFailure }

type RequestState = { readonly status: 'none' } | { readonly status: 'sending' } | RequestResult

/** Sends one request at a time. Unmounting cancels it. */
export function useRequest() {
  const [state, setState] = useState<RequestState>({ status: 'none' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const send = useCallback(async (options: Omit<SendOptions, 'signal'>): Promise<RequestResult> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ status: 'sending' })
    const result = await sendRequest({ ...options, signal: controller.signal })
    if (running.current === controller) setState(result)
    return result
  }, [])
  const cancel = useCallback(() => running.current?.abort(), [])
  return { state, send, cancel }
}

/** One minute: generating an image takes a while. */
const timeoutMs = 60_000

interface SendOptions {
  readonly request: ApiRequest
  readonly key: string
  /** Sent as the body. Only the sandbox accepts one. */
  readonly image: Blob | null
  /** Cancels the request. */
  readonly signal: AbortSignal
}

/** Sends a request to the API. Never rejects: a failure is a result. */
async function sendRequest({ request, key, image, signal }: SendOptions): Promise<RequestResult> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const start = performance.now()
  try {
    const [url, init] = toFetchArguments(request, key, image)
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, timeout]) })
    const { body: received, isComplete } = await readBody(response)
    const body = await identifyBody(received)
    const { status, statusText, headers } = response
    const durationMs = performance.now() - start
    const fileName = parseFileName(headers.get('content-disposition') ?? '')
    const rateLimitHeaders = getRateLimitHeaders(headers)
    return {
      status: 'received',
      response: {
        status,
        statusText,
        durationMs,
        body,
        isComplete,
        declaredType: received.type,
        fileName,
        rateLimitHeaders,
      },
    }
  } catch {
    // By design, browsers don't explain network failures.
    if (signal.aborted) return { status: 'failed', failure: 'cancelled' }
    if (timeout.aborted) return { status: 'failed', failure: 'timeout' }
    return { status: 'failed', failure: navigator.onLine ? 'refused' : 'offline' }
  }
}

/** The body, or what has arrived of one that breaks off or never ends, such as a stream of events. */
async function readBody({ headers, body }: Response): Promise<Pick<ApiResponse, 'body' | 'isComplete'>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let isComplete = true
  try {
    await body?.pipeTo(new WritableStream({ write: (chunk) => void chunks.push(chunk) }))
  } catch (cause) {
    if (chunks.length === 0) throw cause
    isComplete = false
  }
  return { body: new Blob(chunks, { type: headers.get('content-type') ?? '' }), isComplete }
}

function getRateLimitHeaders(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => /ratelimit|^retry-after$/i.test(name))
}
