import type { FastifyInstance } from 'fastify'

/** Fastify options: while it stops, the server still serves requests on open connections. The default is a 503. */
export const stopOptions = { forceCloseConnections: 'idle', return503OnClosing: false } as const

interface Drain {
  /** How long a stopping server keeps accepting connections. */
  readonly drainMs: number
}

/**
 * Stops `app` without failing a request. While it drains, every response tells the client to close the connection;
 * otherwise the server would have to wait for the keep-alive timeout. Idle connections stay open for `drainMs`, because
 * a proxy may send a request just as the server closes one. Returns the readiness check for load balancers.
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
