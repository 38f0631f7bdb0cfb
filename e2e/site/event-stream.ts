import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of server-sent events, as one who runs a bot has it: another origin than the site. */
export interface EventStream {
  /** Whole address of its stream. */
  readonly address: string
  /** Sends words to the browser that listens; waits for one where there is none. */
  send(words: string): Promise<void>
  /** Ends the stream under way. The browser has to ask again. */
  cut(): Promise<void>
  stop(): Promise<void>
}

/** Starts one on this machine, on a port of its own. */
export async function startEventStream(): Promise<EventStream> {
  let listener = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*', // the site asks from an origin of its own
    })
    response.flushHeaders()
    listener.resolve(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  return {
    address: `http://127.0.0.1:${port}/pairing`,
    async send(words) {
      ;(await listener.promise).write(words)
    },
    async cut() {
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
