import { vi } from 'vitest'

type Reply = { readonly status?: number; readonly body: unknown } | Promise<never> | Error
type Answering = Reply | (() => Reply | Promise<Reply>)

/** Answers each call, named `POST /-/account/sign-in`, in place of the network; returns the calls that came. */
export function fakeServer(answers: Readonly<Record<string, Answering>>) {
  const calls: { readonly name: string; readonly body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${path}`
    calls.push({ name, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const answering = answers[name]
    if (answering === undefined) throw new Error(`No answer is prepared for ${name}.`)
    const reply = await (typeof answering === 'function' ? answering() : answering)
    if (reply instanceof Error) throw reply
    return Response.json(reply.body, { status: reply.status ?? 200 })
  })
  return calls
}

/** An error's body, as the server writes it. */
export function problem(code: string, status: number, more: object = {}) {
  return { status, body: { code, status, title: 'A title', ...more } }
}
