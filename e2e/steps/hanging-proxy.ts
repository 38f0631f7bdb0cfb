import { once } from 'node:events'
import { createServer, request } from 'node:http'

/**
 * Starts a proxy in front of a site that can hang: it accepts a request and never responds, or passes on only the beginning
 * of its body. With `forwardsFrom`, it has this address and tells the site the client's.
 */
export async function startHangingProxy(
  site: string,
  { forwardsFrom }: { readonly forwardsFrom?: string } = {},
) {
  const requested: string[] = []
  let hanging: RegExp | null = null
  let stalling: RegExp | null = null
  const server = createServer((incoming, response) => {
    const { method, url = '/', socket } = incoming
    const { headers } = incoming
    if (forwardsFrom !== undefined) headers['x-forwarded-for'] = socket.remoteAddress
    requested.push(url)
    if (hanging?.test(url)) return
    const sent = { method, headers, ...(forwardsFrom !== undefined && { localAddress: forwardsFrom }) }
    const forwarded = request(new URL(url, site), sent, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    if (stalling?.test(url))
      incoming.once('data', (chunk: Buffer) => forwarded.write(chunk.subarray(0, 1_000)))
    else incoming.pipe(forwarded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** The paths of all requests, in order. */
    requested,
    /** Makes new requests for these paths hang; null: none. What hangs already stays so. */
    hang(paths: RegExp | null) {
      hanging = paths
    },
    /** Makes new requests for these paths stall after 1,000 bytes. */
    stall(paths: RegExp) {
      stalling = paths
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
