import { EventSourceParserStream } from 'eventsource-parser/stream'
import * as v from 'valibot'

/** A pairing code and until when it can be scanned, in milliseconds since 1970. */
export interface PairingCode {
  readonly text: string
  readonly expiresAt: number
}

/** What became of the stream: a new code, the pairing is done, or the stream was lost and is asked for again. */
export type PairingEvent =
  | { readonly kind: 'code'; readonly code: PairingCode }
  | { readonly kind: 'paired' }
  | { readonly kind: 'lost' }

/** How long WhatsApp takes a code, where the stream does not say. */
const defaultSeconds = 20

/** A pause before a stream that ended is asked for again; the stream may ask for another (`retry:`). */
const retryMs = 3000

const CodeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    code: v.pipe(v.string(), v.minLength(1)),
    seconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(3600)), defaultSeconds),
  }),
)

interface Following {
  readonly signal: AbortSignal
  onEvent(event: PairingEvent): void
}

/**
 * Follows the stream of server-sent events at `address` until it says `event: paired` or `signal` ends it. Each
 * message is `{"code":"…","seconds":20}`; what is none is left out. A stream that ends is asked for again.
 */
export async function followPairing(address: string, { signal, onEvent }: Following): Promise<void> {
  let pauseMs = retryMs
  while (!signal.aborted) {
    try {
      for await (const { event, data } of eventsOf(address, signal, (ms) => (pauseMs = ms))) {
        if (event === 'paired') return onEvent({ kind: 'paired' })
        const parsed = v.safeParse(CodeSchema, data)
        if (!parsed.success) continue
        const { code, seconds } = parsed.output
        onEvent({ kind: 'code', code: { text: code, expiresAt: Date.now() + seconds * 1000 } })
      }
    } catch {
      // Away, refused or cut off: for the visitor the same.
    }
    if (signal.aborted) return
    onEvent({ kind: 'lost' })
    await pause(pauseMs, signal)
  }
}

async function* eventsOf(address: string, signal: AbortSignal, onRetry: (ms: number) => void) {
  const answer = await fetch(address, {
    signal,
    cache: 'no-store',
    headers: { accept: 'text/event-stream' },
  })
  if (!answer.ok || answer.body === null) throw new Error(`${address} answers ${answer.status}`)
  const events = answer.body
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

function pause(ms: number, signal: AbortSignal): Promise<void> {
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
