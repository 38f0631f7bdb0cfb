import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Starts a POST without sending its body. `finish` sends the body and returns the whole response. */
export async function startRequest(origin: string, path: string, body: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'expect: 100-continue', // acknowledged as soon as the server has accepted the request
      'connection: close',
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'readable')
  const interim = String(socket.read())
  if (!interim.startsWith('HTTP/1.1 100 ')) throw new Error(`Expected 100 Continue, got ${interim}`)
  return {
    finish: async () => {
      socket.write(body)
      return text(socket)
    },
  }
}
