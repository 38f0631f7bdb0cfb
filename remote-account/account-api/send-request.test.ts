import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { AccountFailure } from './account-error.ts'
import { call } from './send-request.ts'

const AnswerSchema = v.object({ name: v.string() })

afterEach(() => {
  vi.unstubAllGlobals()
})

function answerWith(answer: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(answer)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

async function failureOf(promise: Promise<unknown>): Promise<AccountFailure> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof AccountFailure))
    throw new Error(`Expected an AccountFailure, got ${String(thrown)}.`)
  return thrown
}

test('a call with a body is a POST of JSON', async () => {
  const fetch = answerWith(async () => Response.json({ name: 'ada' }))
  expect(await call('/-/x', AnswerSchema, { a: 1 })).toEqual({ name: 'ada' })
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

test('a call without a body is a GET', async () => {
  const fetch = answerWith(async () => Response.json({ name: 'ada' }))
  await call('/-/x', AnswerSchema)
  expect(fetch.mock.calls[0]?.[1]?.method).toBe(undefined)
})

test('an answer that never comes ends in a timeout', async () => {
  answerWith(() => Promise.reject(new DOMException('signal timed out', 'TimeoutError')))
  const failure = await failureOf(call('/-/x', AnswerSchema))
  expect(failure.code).toBe('timeout')
  expect(failure.message).toBe('The site did not answer in time. Try again in a moment.')
  expect(failure.isFault).toBe(false)
})

test.each([
  [
    'a database that is away',
    Response.json({ code: 'database-unavailable', title: 'x', status: 503 }, { status: 503 }),
  ],
  ['a proxy that finds no server', new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('%s is no fault', async (_title, response) => {
  answerWith(async () => response)
  const failure = await failureOf(call('/-/x', AnswerSchema))
  expect(failure.message).toBe('The site cannot do this right now. Try again in a moment.')
  expect(failure.isFault).toBe(false)
})

test.each([
  ['HTML in place of JSON', new Response('<h1>Oops</h1>', { status: 500 })],
  ['an answer of another shape', Response.json({ name: 1 })],
  ['an error of another shape', Response.json({ oops: true }, { status: 500 })],
])('%s is a fault', async (_title, response) => {
  answerWith(async () => response)
  const failure = await failureOf(call('/-/x', AnswerSchema))
  expect(failure.code).toBe('not-understood')
  expect(failure.isFault).toBe(true)
})

test('an error that this page does not know keeps its code and is a fault', async () => {
  answerWith(async () => Response.json({ code: 'internal-error', title: 'x', status: 500 }, { status: 500 }))
  const failure = await failureOf(call('/-/x', AnswerSchema))
  expect(failure.message).toBe('That did not work (internal-error). Try again in a moment.')
  expect(failure.isFault).toBe(true)
})
