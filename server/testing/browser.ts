import type { FastifyInstance } from 'fastify'

/** How a request differs from one that a page of the site sends. */
export interface RequestOptions {
  readonly origin?: string | null
  readonly address?: string
}

/** Simulates a browser: keeps cookies and sends its origin. */
export function createBrowser(app: FastifyInstance, origin: string) {
  const cookies = new Map<string, string>()
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send(
    method: 'GET' | 'POST',
    url: string,
    body?: object | string,
    options: RequestOptions = {},
  ) {
    const from = options.origin === undefined ? origin : options.origin
    const cookie = cookieHeader()
    const response = await app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body }),
      ...(options.address === undefined ? {} : { remoteAddress: options.address }),
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(from !== null && method === 'POST' ? { origin: from } : {}),
      },
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    cookies,
    /** The `Cookie` header that it sends. */
    cookieHeader,
    get: (url: string) => send('GET', url),
    post: (url: string, body: object, options?: RequestOptions) => send('POST', url, body, options),
    /** Submits an HTML form. */
    submit: (url: string, fields: Record<string, string>, options?: RequestOptions) =>
      send('POST', url, new URLSearchParams(fields).toString(), options),
  }
}

/** A simulated browser. */
export type TestBrowser = ReturnType<typeof createBrowser>
