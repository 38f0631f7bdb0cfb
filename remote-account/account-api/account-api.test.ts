import { problemMessages } from '@portico/kit/account/problem-messages.ts'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { sendRequest } from './account-api.ts'
import { AccountError } from './account-error.ts'

const ResponseSchema = v.object({ name: v.string() })

afterEach(() => {
  vi.unstubAllGlobals()
})

function respondWith(respond: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(respond)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

async function getError(promise: Promise<unknown>): Promise<AccountError> {
  const thrown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(thrown instanceof AccountError)) throw new Error(`Expected an AccountError, got ${String(thrown)}.`)
  return thrown
}

test('a request with a body is a POST of JSON', async () => {
  const fetch = respondWith(async () => Response.json({ name: 'ada' }))
  expect(await sendRequest('/-/x', ResponseSchema, { a: 1 })).toEqual({ name: 'ada' })
  expect(fetch).toHaveBeenCalledWith(
    '/-/x',
    expect.objectContaining({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
      signal: expect.any(AbortSignal),
    }),
  )
})

test('a request without a body is a GET', async () => {
  const fetch = respondWith(async () => Response.json({ name: 'ada' }))
  await sendRequest('/-/x', ResponseSchema)
  expect(fetch.mock.calls[0]?.[1]?.method).toBe(undefined)
})

test('a response that never comes ends in a timeout', async () => {
  respondWith(() => Promise.reject(new DOMException('signal timed out', 'TimeoutError')))
  const error = await getError(sendRequest('/-/x', ResponseSchema))
  expect(error.code).toBe('timeout')
  expect(error.message).toBe('The site took too long to respond. Try again in a moment.')
  expect(error.isFault).toBe(false)
})

test.each([
  [
    'an unavailable database',
    Response.json({ code: 'database-unavailable', title: 'x', status: 503 }, { status: 503 }),
  ],
  ['a proxy that finds no server', new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('%s is not a fault', async (_title, response) => {
  respondWith(async () => response)
  const error = await getError(sendRequest('/-/x', ResponseSchema))
  expect(error.message).toBe('The site is temporarily unavailable. Try again in a moment.')
  expect(error.isFault).toBe(false)
})

test.each([
  ['HTML instead of JSON', new Response('<h1>Oops</h1>', { status: 500 })],
  ['a response of another shape', Response.json({ name: 1 })],
  ['a problem of another shape', Response.json({ oops: true }, { status: 500 })],
])('%s is a fault', async (_title, response) => {
  respondWith(async () => response)
  const error = await getError(sendRequest('/-/x', ResponseSchema))
  expect(error.code).toBe('unexpected-response')
  expect(error.isFault).toBe(true)
})

test.each(Object.keys(problemMessages))('%s says what happened and what to do', async (code) => {
  respondWith(async () => Response.json({ code, title: 'x', status: 400 }, { status: 400 }))
  const error = await getError(sendRequest('/-/x', ResponseSchema))
  expect(error.message).toMatch(/^[A-Z][^.]+\. [A-Z].+\.$/)
  expect(error.message).not.toContain(`(${code})`)
  expect(error.isFault).toBe(false)
})

test('an unknown problem keeps its code and is a fault', async () => {
  respondWith(async () => Response.json({ code: 'internal-error', title: 'x', status: 500 }, { status: 500 }))
  const error = await getError(sendRequest('/-/x', ResponseSchema))
  expect(error.message).toBe('Something went wrong (internal-error). Try again in a moment.')
  expect(error.isFault).toBe(true)
})
