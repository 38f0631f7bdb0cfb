import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { buffer } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'

/** A response over HTTP/2. */
export interface Http2Response {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** An HTTP/2 connection. */
export interface Http2Client {
  request(path: string, headers?: OutgoingHttpHeaders, body?: Buffer): Promise<Http2Response>
  close(): void
}

/** Opens a connection to a site with a self-signed certificate, from an address of this machine. */
export function openHttp2(origin: string, localAddress = '127.0.0.1'): Http2Client {
  const { hostname: host, port } = new URL(origin)
  const options = {
    host,
    port: Number(port),
    localAddress,
    servername: 'example.com',
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
  }
  const session = connect(origin, { createConnection: () => connectTls(options) })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {}) // each request reports it
  session.on('error', failed.reject)
  return {
    async request(path, headers = {}, body) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingHttpHeaders>()
      const stream = session.request({ ':path': path, ':authority': 'example.com', ...headers })
      stream.on('error', reject).on('response', resolve)
      stream.end(body)
      const received = await Promise.race([promise, failed.promise])
      return { status: Number(received[':status']), headers: received, body: await buffer(stream) }
    },
    close: () => session.close(),
  }
}
