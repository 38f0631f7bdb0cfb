const timeoutMs = 15_000
const maxRetryAfterMs = 3_600_000

/** A delivery failed. The message contains neither the address nor anything that the receiver sent. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  /** The receiver asked for at least this time before the next attempt. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs = 0) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

interface Receiver {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Ends the attempt when the server stops. */
  readonly signal: AbortSignal
}

/** Posts JSON once. Resolves if the receiver responds with 2xx, and throws a DeliveryError otherwise. */
export async function postJson(body: string, { url, headers, signal }: Receiver): Promise<void> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Portico', ...headers },
    body,
    redirect: 'manual', // the body must not reach an address that the owner hasn't configured
    signal: AbortSignal.any([timeout, signal]),
  }).catch((cause: unknown) => {
    throw new DeliveryError(
      timeout.aborted
        ? `the receiver did not respond within ${timeoutMs / 1_000} seconds`
        : `the receiver could not be reached (${getCode(cause)})`,
    )
  })
  await response.body?.cancel()
  if (response.ok) return
  throw new DeliveryError(`the receiver responded with ${response.status}`, getRetryAfterMs(response))
}

// Of the system's error only: the messages of `fetch` may contain the address, which is a secret for Slack.
function getCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}

function getRetryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'))
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * 1_000), maxRetryAfterMs) : 0
}
