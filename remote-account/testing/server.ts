import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { vi } from 'vitest'

interface TestResponse {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
type Reply = TestResponse | Promise<never> | Error

const providers = `GET ${accountPaths.providers}`

/**
 * Replaces `fetch`: responds to each request by its name (`POST /-/account/sign-in`), an `Error` being a failed one.
 * Returns the requests that were sent. The site has no OAuth providers unless `replies` says so.
 */
export function stubServer(replies: Readonly<Record<string, Reply | (() => Reply | Promise<Reply>)>>) {
  const requests: { readonly name: string; readonly body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${path}`
    // Several pages ask, so that is not listed everywhere.
    if (name === providers && replies[name] === undefined)
      return Response.json({ google: false, github: false })
    requests.push({ name, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const prepared = replies[name]
    if (prepared === undefined) throw new Error(`No response is prepared for ${name}.`)
    const reply = await (typeof prepared === 'function' ? prepared() : prepared)
    if (reply instanceof Error) throw reply
    return Response.json(reply.body, { status: reply.status ?? 200, headers: { ...reply.headers } })
  })
  return requests
}

/** A problem document as the server sends it. */
export function createProblem(code: string, status: number, more: object = {}) {
  return { status, body: { code, status, title: 'A title', ...more } }
}
