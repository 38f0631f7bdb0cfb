import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a promise that settles in time decides, and leaves no timer behind', async () => {
  expect(await withTimeout(1_000, Promise.resolve('value'), null)).toBe('value')
  await expect(withTimeout(1_000, Promise.reject(new Error('broken')), null)).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('a promise that takes longer is not waited for, and its later rejection is ignored', async () => {
  const slow = Promise.withResolvers<string>()
  const result = withTimeout(1_000, slow.promise, null)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await result).toBeNull()
  slow.reject(new Error('too late'))
  await vi.advanceTimersByTimeAsync(1)
})
