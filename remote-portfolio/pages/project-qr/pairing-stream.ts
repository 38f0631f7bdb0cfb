import { EventSourceParserStream } from 'eventsource-parser/stream'
import * as v from 'valibot'

/** A pairing code and when it expires, in milliseconds since 1970. */
export interface PairingCode {
  readonly text: string
  readonly expiresAt: number
}

/** A new code, a completed pairing, or a lost connection that will be retried. */
export type PairingEvent =
  | { readonly kind: 'code'; readonly code: PairingCode }
  | { readonly kind: 'paired' }
  | { readonly kind: 'lost' }

/** How long WhatsApp accepts a code if the stream doesn't say. */
const defaultSeconds = 20

/** The delay before reconnecting; the stream can change it (`retry:`). */
const retryMs = 3000

const CodeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    code: v.pipe(v.string(), v.minLength(1)),
    seconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(3600)), defaultSeconds),
  }),
)

interface FollowOptions {
  readonly signal: AbortSignal
  onEvent(event: PairingEvent): void
}

/**
 * Follows the server-sent events at `url` until `event: paired` or until `signal` aborts. Each message is
 * `{"code":"…","seconds":20}`; anything else is ignored. Reconnects when the stream ends.
 */
export async function followPairing(url: string, { signal, onEvent }: FollowOptions): Promise<void> {
  let delayMs = retryMs
  while (!signal.aborted) {
    try {
      for await (const { event, data } of readEvents(url, signal, (ms) => (delayMs = ms))) {
        if (event === 'paired') return onEvent({ kind: 'paired' })
        const parsed = v.safeParse(CodeSchema, data)
        if (!parsed.success) continue
        const { code, seconds } = parsed.output
        onEvent({ kind: 'code', code: { text: code, expiresAt: Date.now() + seconds * 1000 } })
      }
    } catch {
      // Unreachable, refused or cut off: the same to the visitor.
    }
    if (signal.aborted) return
    onEvent({ kind: 'lost' })
    await wait(delayMs, signal)
  }
}

async function* readEvents(url: string, signal: AbortSignal, onRetry: (ms: number) => void) {
  const response = await fetch(url, {
    signal,
    cache: 'no-store',
    headers: { accept: 'text/event-stream' },
  })
  if (!response.ok || response.body === null)
    throw new Error(`${url} responded with status ${response.status}.`)
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onRetry }))
    .getReader()
  try {
    for (;;) {
      const { done, value } = await events.read()
      if (done) return
      yield value
    }
  } finally {
    await events.cancel().catch(() => {})
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
