import { readAdminToken as readToken } from '@portico/tools/testing/read-admin-token.ts'
import type { TestServer } from './test-server.ts'

/** Reads the secret of the admin token. */
export function readAdminToken({ configuration }: Pick<TestServer, 'configuration'>): string {
  return readToken(configuration)
}

/** A client of the release API with this token. */
export function createApiClient({ app }: Pick<TestServer, 'app'>, token: string | undefined) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const send = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) =>
    app.inject({
      method,
      url,
      headers: authorization,
      ...(body === undefined ? {} : { payload: body }),
    })
  return {
    get: (url: string) => send('GET', url),
    post: (url: string, body: object) => send('POST', url, body),
    delete: (url: string) => send('DELETE', url),
    /** Uploads an archive. */
    archive: (method: 'PUT' | 'POST', url: string, payload: Buffer) =>
      app.inject({ method, url, payload, headers: { ...authorization, 'content-type': 'application/gzip' } }),
  }
}
