import type { SessionRecord } from '@portico/kit/session/session-record.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createSessionCache, type VerifiedSession } from './session-cache.ts'

const record: SessionRecord = { username: 'ada', done: true, isVerify: true, github: false, gmail: false }
const verified = (userId = 'ada', lifeMs = 60_000): VerifiedSession => ({
  userId,
  record,
  email: `${userId}@example.com`,
  verifiedUntil: Date.now() + lifeMs,
})

function openCache() {
  const cache = createSessionCache()
  cache.setFollowing(true)
  return cache
}

afterEach(() => {
  vi.useRealTimers()
})

test('a session is verified once', async () => {
  const cache = openCache()
  const verify = vi.fn(async () => verified())
  expect(await cache.read('key', verify)).toEqual(await cache.read('key', verify))
  expect(verify).toHaveBeenCalledTimes(1)
})

test('simultaneous requests share one verification', async () => {
  const cache = openCache()
  const verify = vi.fn(async () => verified())
  await Promise.all([cache.read('key', verify), cache.read('key', verify)])
  expect(verify).toHaveBeenCalledTimes(1)
})

test('a session that does not exist is verified again, because it may be created', async () => {
  const cache = openCache()
  expect(await cache.read('key', async () => null)).toBeNull()
  expect(await cache.read('key', async () => verified())).not.toBeNull()
})

test('an expired session is verified again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const cache = openCache()
  await cache.read('key', async () => verified('ada', 1_000))
  vi.setSystemTime(Date.now() + 1_000)
  expect(await cache.read('key', async () => null)).toBeNull()
})

test('only the sessions of the changed user are forgotten', async () => {
  const cache = openCache()
  await cache.read('one', async () => verified('ada'))
  await cache.read('other', async () => verified('grace'))
  cache.forget('ada')
  expect(await cache.read('one', async () => null)).toBeNull()
  expect(await cache.read('other', async () => null)).toMatchObject({ userId: 'grace' })
})

test.each([
  ['the user changes', (cache: ReturnType<typeof openCache>) => cache.forget('ada')],
  ['anything may have changed', (cache: ReturnType<typeof openCache>) => cache.forgetAll()],
  ['the connection is lost', (cache: ReturnType<typeof openCache>) => cache.setFollowing(false)],
])('a verification that started before %s is neither kept nor shared', async (_when, change) => {
  const cache = openCache()
  const old = Promise.withResolvers<VerifiedSession | null>()
  const before = cache.read('key', () => old.promise)
  change(cache)
  expect(await cache.read('key', async () => null)).toBeNull()
  old.resolve(verified())
  await before
  expect(await cache.read('key', async () => null)).toBeNull()
})

test('a cache that does not follow other servers keeps nothing', async () => {
  const cache = createSessionCache()
  await cache.read('key', async () => verified())
  expect(await cache.read('key', async () => null)).toBeNull()
})

test('a failed verification is tried again', async () => {
  const cache = openCache()
  await expect(cache.read('key', () => Promise.reject(new Error('no database')))).rejects.toThrow()
  expect(await cache.read('key', async () => verified())).not.toBeNull()
})
