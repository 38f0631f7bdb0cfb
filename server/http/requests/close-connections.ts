import type { FastifyInstance } from 'fastify'

/**
 * Makes stopping fast: responses sent while `app` is closing tell the client to close the connection. Otherwise browsers
 * would keep it open, and the server would wait for the keep-alive timeout.
 */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
