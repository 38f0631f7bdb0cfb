import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** How to send a request. */
interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A response, as it came. */
export interface RawResponse {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

/** Requests `path` as it is: `fetch` and browsers would normalize it, and follow redirects. */
export function sendRaw(
  origin: string,
  path: string,
  { method = 'GET', headers = {} }: RawRequest = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, (response) => {
      const { statusCode = 0 } = response
      text(response).then((body) => resolve({ status: statusCode, headers: response.headers, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}
