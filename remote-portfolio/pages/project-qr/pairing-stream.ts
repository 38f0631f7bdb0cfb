import { readPairingStream } from '@portico/kit/site/pairing-stream.ts'

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

/** The delay before reconnecting; the stream can change it (`retry:`). */
const retryMs = 3000

interface FollowOptions {
  readonly signal: AbortSignal
  onEvent(event: PairingEvent): void
}

/** Follows the pairing stream at `url` until a phone is paired or until `signal` aborts. Reconnects when the stream ends. */
export async function followPairing(url: string, { signal, onEvent }: FollowOptions): Promise<void> {
  let delayMs = retryMs
  while (!signal.aborted) {
    try {
      for await (const message of readPairingStream(url, { signal, onRetry: (ms) => (delayMs = ms) })) {
        if (message.kind === 'paired') return onEvent(message)
        const { code, seconds } = message
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
