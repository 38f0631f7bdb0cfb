import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

type SplitText = (body: string) => readonly [string, string]

/** An address whose response comes in two parts, the second one at the `end`. */
interface Cut {
  readonly path: string
  readonly split: SplitText
  readonly end: Promise<void>
}

/**
 * Starts a proxy in front of a site that can be slow: it makes requests wait, accepts them and never responds, ends their
 * connection, or passes on only the beginning of their body. With `forwardsFrom`, it has this address and tells the site the client's.
 */
export async function startHangingProxy(
  site: string,
  { forwardsFrom }: { readonly forwardsFrom?: string } = {},
) {
  const requested: string[] = []
  let hanging: RegExp | null = null
  let stalling: RegExp | null = null
  let failing: RegExp | null = null
  let held: { readonly paths: RegExp; readonly end: Promise<void> } | null = null
  let cut: Cut | null = null
  const server = createServer(async (incoming, response) => {
    const { method, url = '/', socket } = incoming
    const { headers } = incoming
    if (forwardsFrom !== undefined) headers['x-forwarded-for'] = socket.remoteAddress
    // The site accepts forms from its own pages alone.
    else if (headers.origin === `http://${headers.host}`) headers.origin = site
    requested.push(url)
    if (hanging?.test(url)) return
    if (failing?.test(url)) {
      socket.destroy()
      return
    }
    const isHeld = held?.paths.test(url) === true
    if (isHeld) await held?.end
    if (socket.destroyed) return // a visitor who has left would keep the site from stopping
    const wanted = cut?.path === url ? cut : null
    if (wanted !== null) {
      headers['accept-encoding'] = 'identity'
      delete headers['if-none-match'] // the browser may have the page
    }
    const sent = { method, headers, ...(forwardsFrom !== undefined && { localAddress: forwardsFrom }) }
    const forwarded = request(new URL(url, site), sent, (answer) => {
      // The next page requests it again.
      const headers = { ...answer.headers, ...(isHeld && { 'cache-control': 'no-store' }) }
      response.writeHead(answer.statusCode ?? 502, headers)
      if (wanted === null) answer.pipe(response)
      else sendCut(wanted, answer, response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
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
    /** Ends the connection of new requests for these paths; null: of none. */
    fail(paths: RegExp | null) {
      failing = paths
    },
    /** Makes new requests for these paths wait until the returned function is called. */
    hold(paths: RegExp): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { paths, end: promise }
      return resolve
    },
    /** Splits the response for this address: the second part waits until the returned function is called. */
    cut(path: string, split: SplitText): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      cut = { path, split, end: promise }
      return resolve
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

async function sendCut(
  { split, end }: Cut,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [first, rest] = split(await text(answer))
  response.write(first)
  await end
  response.end(rest)
}
