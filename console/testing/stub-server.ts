import { vi } from 'vitest'

interface TestResponse {
  readonly status?: number
  readonly body: unknown
}

/** Replaces `fetch`: responds to each request by its name, such as `GET /-/overview`. Returns the requests that were sent. */
export function stubServer(replies: Readonly<Record<string, TestResponse>>) {
  const requests: { readonly name: string; readonly body: unknown; readonly csrf: string | null }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${path}`
    const csrf = new Headers(init.headers).get('x-csrf-token')
    requests.push({ name, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined, csrf })
    const reply = replies[name]
    if (reply === undefined) throw new Error(`No response is prepared for ${name}.`)
    return Response.json(reply.body, { status: reply.status ?? 200 })
  })
  return requests
}

/** A problem document as the server sends it. */
export function createProblem(code: string, status: number, more: object = {}): TestResponse {
  return { status, body: { code, status, title: 'A title', ...more } }
}
