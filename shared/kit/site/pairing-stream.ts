import { EventSourceParserStream } from 'eventsource-parser/stream'
import * as v from 'valibot'

/** What a bot sends: a code, for how many seconds WhatsApp accepts it, or that a phone has been paired. */
export type PairingMessage =
  | { readonly kind: 'code'; readonly code: string; readonly seconds: number }
  | { readonly kind: 'paired' }

/** How long WhatsApp accepts a code if the stream doesn't say. */
const defaultSeconds = 20

/** A code has a few hundred characters; a stream that never ends a line must not fill the memory. */
const maxBufferSize = 65_536

const CodeSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    code: v.pipe(v.string(), v.minLength(1)),
    seconds: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(3600)), defaultSeconds),
  }),
)

interface StreamOptions {
  readonly signal: AbortSignal
  readonly redirect?: 'error'
  /** Gets the delay before reconnecting that the stream asks for. */
  onRetry?(delayMs: number): void
}

/**
 * The messages of the server-sent events at `url`. Each code is `{"code":"…","seconds":20}`, the end is `event: paired`;
 * anything else is ignored. Rejects when the stream can't be read.
 */
export async function* readPairingStream(
  url: string,
  { onRetry, ...options }: StreamOptions,
): AsyncGenerator<PairingMessage, void, undefined> {
  const response = await fetch(url, {
    ...options,
    cache: 'no-store',
    headers: { accept: 'text/event-stream' },
  })
  if (!response.ok || response.body === null)
    throw new Error(`${url} responded with status ${response.status}.`)
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize, ...(onRetry && { onRetry }) }))
    .getReader()
  try {
    for (;;) {
      const { done, value } = await events.read()
      if (done) return
      if (value.event === 'paired') return yield { kind: 'paired' }
      const parsed = v.safeParse(CodeSchema, value.data)
      if (parsed.success) yield { kind: 'code', ...parsed.output }
    }
  } finally {
    await events.cancel().catch(() => {})
  }
}
