import type { FastifyInstance } from 'fastify'

/** Fastify's own options for stopping. Requests on open connections are still served; by default they would get 503. */
export const stopOptions = { forceCloseConnections: 'idle', return503OnClosing: false } as const

interface Drain {
  /** For how long a server that is asked to stop still accepts connections. */
  readonly drainMs: number
}

/**
 * Stops `app` without a failed request. Responses sent while it is closing tell the client to close the connection:
 * otherwise browsers would keep it open, and the server would wait for the keep-alive timeout. A proxy may send a
 * request on a connection just as the server closes it, so for `drainMs` connections stay open until they have had a
 * response. Returns the readiness check for load balancers.
 */
export function closeConnectionsOnStop(
  app: FastifyInstance,
  { drainMs }: Drain,
): () => Promise<string | null> {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    await new Promise((resolve) => setTimeout(resolve, drainMs))
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  return async () => (isClosing ? 'The server is stopping.' : null)
}
