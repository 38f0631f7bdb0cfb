import { request } from 'node:http'
import { text } from 'node:stream/consumers'

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

/** Sends a request to a server that listens on a port. */
export function sendRaw(app: Listening, { path, method = 'GET', headers = {} }: RawRequest) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const [port] = app.addresses().map((address) => (typeof address === 'string' ? 0 : address.port))
      request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const { statusCode = 0 } = response
        text(response).then(
          (body) => resolve({ status: statusCode, headers: response.headers, body }),
          reject,
        )
      })
        .on('error', reject)
        .end()
    },
  )
}
