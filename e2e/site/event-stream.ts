import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server-sent events server like that of a bot's owner: on a different origin from the site. */
export interface EventStream {
  /** Full URL of its stream. */
  readonly address: string
  /** Sends text to the connected browser; waits for one to connect. */
  send(text: string): Promise<void>
  /** Closes the current stream, so that the browser has to reconnect. */
  disconnect(): Promise<void>
  stop(): Promise<void>
}

/** Starts one on a free local port. */
export async function startEventStream(): Promise<EventStream> {
  let listener = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*', // the site has another origin
    })
    response.flushHeaders()
    listener.resolve(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // not a pipe: it listens on a port
  return {
    address: `http://127.0.0.1:${port}/pairing`,
    async send(text) {
      ;(await listener.promise).write(text)
    },
    async disconnect() {
      const response = await listener.promise
      listener = Promise.withResolvers()
      response.end()
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
