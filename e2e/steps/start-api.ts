import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const webSocketKey = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11' // RFC 6455

/** What each path responds with. */
type Responses = Readonly<Record<string, readonly [type: string, body: string | Buffer]>>

/** Text, an image, and a page that tells the one around it that it is shown. */
const samples: Responses = {
  '/data': ['text/plain', 'data'],
  '/image': ['image/gif', pixel],
  '/frame': ['text/html', '<script>parent.postMessage("frame", "*")</script>'],
}

/** A team's own API, on another origin than the site, whose WebSockets say "live". */
export async function startApi(responses = samples) {
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = responses[url] ?? ['text/plain', '']
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': type }).end(body)
  })
  const sockets = new Set<Duplex>()
  server.on('upgrade', ({ headers }, socket) => {
    sockets.add(socket)
    const key = createHash('sha1').update(`${headers['sec-websocket-key']}${webSocketKey}`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${key}\r\n\r\n`,
    )
    socket.write('\x81\x04live', 'latin1') // a frame of four characters
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    live: `ws://127.0.0.1:${port}`,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
