import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollDiscovery } from './poll-discovery.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const document = (revision: number) => ({ schemaVersion: 1, revision, shell: null, remotes: {} })

/** Polls from revision 3 on, with these responses. Returns the revisions that were reported. */
function following(...answers: readonly (() => Response)[]) {
  const heard: number[] = []
  const fetch = vi.fn(async () =>
    (answers[fetch.mock.calls.length - 1] ?? (() => new Response(null, { status: 503 })))(),
  )
  const stop = pollDiscovery({ revision: 3, fetch, onDocument: ({ revision }) => heard.push(revision) })
  return { heard, fetch, stop, minute: () => vi.advanceTimersByTimeAsync(60_000) }
}

const answer = (body: unknown) => () => Response.json(body)

test('a newer document is reported once', async () => {
  const { heard, minute, stop } = following(...[3, 4, 4, 5].map((revision) => answer(document(revision))))
  for (let at = 0; at < 4; at += 1) await minute()
  expect(heard).toEqual([4, 5])
  stop()
})

test('an older document counts once it stays, because then the site was restored', async () => {
  const { heard, minute, stop } = following(...[2, 3, 2, 2, 2].map((revision) => answer(document(revision))))
  globalThis.document.dispatchEvent(new Event('visibilitychange')) // from a server that is behind
  for (let at = 0; at < 2; at += 1) await minute()
  expect(heard).toEqual([])
  for (let at = 0; at < 2; at += 1) await minute()
  expect(heard).toEqual([2])
  stop()
})

test('another document of the same revision is reported', async () => {
  const other = {
    ...document(3),
    remotes: {},
    shell: { version: '1.0.0', hash: '0a1b2c3d', js: [], css: [] },
  }
  const { heard, minute, stop } = following(...[document(3), other, other].map(answer))
  for (let at = 0; at < 3; at += 1) await minute()
  expect(heard).toEqual([3])
  stop()
})

test.each([
  {
    what: 'no answer',
    bad: () => {
      throw new TypeError('Failed to fetch')
    },
  },
  { what: 'an error', bad: () => new Response('{}', { status: 503 }) },
  { what: 'no JSON', bad: () => new Response('<!doctype html>') },
  { what: 'a shape of later', bad: answer({ schemaVersion: 2, revision: 9 }) },
])('$what changes nothing, and polling continues', async ({ bad }) => {
  const { heard, minute, stop } = following(bad, answer(document(4)))
  await minute()
  await minute()
  expect(heard).toEqual([4])
  stop()
})

test('polling happens when the page becomes visible, until it is stopped', async () => {
  const { fetch, minute, stop } = following()
  globalThis.document.dispatchEvent(new Event('visibilitychange'))
  expect(fetch).toHaveBeenCalledOnce()
  stop()
  globalThis.document.dispatchEvent(new Event('visibilitychange'))
  await minute()
  expect(fetch).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})
