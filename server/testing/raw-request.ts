import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** A server that listens on a port. */
interface Listening {
  addresses(): readonly (string | { readonly port: number })[]
}

/** How to send a request. */
export interface RawRequest {
  /** Sent as it is, unlike by `inject` and `fetch`, which normalize it. */
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request to a server that listens on a port. The body is decoded. */
export function sendRaw(app: Listening, { path, method = 'GET', headers = {} }: RawRequest) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const [port] = app.addresses().map((address) => (typeof address === 'string' ? 0 : address.port))
      request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const { statusCode = 0 } = response
        readBody(response).then(
          (body) => resolve({ status: statusCode, headers: response.headers, body }),
          reject,
        )
      })
        .on('error', reject)
        .end()
    },
  )
}

async function readBody(response: IncomingMessage): Promise<string> {
  const body = await buffer(response)
  const encoding = body.length === 0 ? undefined : response.headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  if (encoding === 'gzip') return gunzipSync(body).toString()
  return body.toString()
}
