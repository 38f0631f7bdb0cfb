import type { FastifyInstance } from 'fastify'

/**
 * Lets a stop end in time: answers that are sent while `app` closes tell the client to open a new connection for its
 * next request. Otherwise the browser keeps the connection, and the server waits for it until the keep-alive time is over.
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
