import { Agent, request } from 'node:http'

const maxSockets = 512 // as many as a proxy would keep
const timeoutMs = 30_000
const maxPending = 5_000 // more would only queue here, long after a visitor has gone

/** A request, and what may be the response. */
export interface Call {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether this request should get such a status. */
  isExpected(status: number): boolean
}

/** What a client has seen. */
export interface Seen {
  /** Milliseconds from the planned moment to the end of the response. */
  readonly latencies: number[]
  /** How often a request failed, by reason. */
  readonly errors: Map<string, number>
}

/** A client that keeps connections, as a proxy does. */
export function createClient(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets, timeout: timeoutMs })
  const pending = new Set<Promise<void>>()

  function send({ method = 'GET', path, headers = {}, body }: Call): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0)).once('error', reject)
    })
    sent.once('error', reject).setTimeout(timeoutMs, () => sent.destroy(new Error('no response in 30 s')))
    sent.end(body)
    return promise
  }

  return {
    /** Sends a request, and records its outcome. */
    call(call: Call, plannedAt: number, { latencies, errors }: Seen): void {
      const fail = (reason: string) => void errors.set(reason, (errors.get(reason) ?? 0) + 1)
      if (pending.size >= maxPending) {
        fail(`not sent: ${maxPending} requests were waiting`)
        return
      }
      const done = send(call)
        .then(
          (status) => {
            latencies.push(performance.now() - plannedAt)
            if (!call.isExpected(status)) fail(`${status} ${call.method ?? 'GET'} ${call.path}`)
          },
          (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
        )
        .finally(() => pending.delete(done))
      pending.add(done)
    },
    /** Waits for what is in progress, and closes the connections. */
    async close(): Promise<void> {
      await Promise.all(pending)
      agent.destroy()
    },
  }
}
