import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestLoader, createTestModule, deadlineMs, getFailure, New } from '../testing/remote-loader.ts'
import { createSelectedRemote } from '../testing/selected-remote.ts'

const remote = createSelectedRemote([{ path: '/new' }])
const never = new Promise<never>(() => {})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

test('an entry that never loads fails after 120 s', async () => {
  const { loader } = createTestLoader(() => never)
  const failure = getFailure(loader.loadPage(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ phase: 'entry', reason: 'timeout', remote: 'new' })
})

test('entry and code share one deadline: 70 s and 60 s are too long', async () => {
  const { loader } = createTestLoader(() =>
    after(
      70_000,
      createTestModule(() => after(60_000, { Component: New })),
    ),
  )
  const failure = getFailure(loader.loadPage(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs)
  expect(await failure).toMatchObject({ phase: 'module', reason: 'timeout' })
  await vi.advanceTimersByTimeAsync(deadlineMs)
  expect(vi.getTimerCount()).toBe(0)
})

test('entry and code within the deadline, 70 s and 49 s, leave no timer', async () => {
  const { loader } = createTestLoader(() =>
    after(
      70_000,
      createTestModule(() => after(49_000, { Component: New })),
    ),
  )
  const page = loader.loadPage(remote, '/new')
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect(await page).toBe(New)
  expect(vi.getTimerCount()).toBe(0)
})

test('a retry restarts the deadline', async () => {
  const { loader } = createTestLoader((_, attempt) =>
    attempt === 1 ? never : after(119_000, createTestModule()),
  )
  const failure = getFailure(loader.loadPage(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs)
  await failure
  const retried = loader.loadPage(remote, '/new')
  await vi.advanceTimersByTimeAsync(119_000)
  expect(await retried).toBe(New)
})

test('the deadline starts with the page if it was preloaded', async () => {
  const { loader } = createTestLoader(() => never)
  loader.preload(remote)
  await vi.advanceTimersByTimeAsync(100_000)
  const failure = getFailure(loader.loadPage(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ phase: 'entry', reason: 'timeout' })
})

test('code that loads after the deadline does not undo the failure', async () => {
  const { loader } = createTestLoader((_, attempt) =>
    attempt === 1 ? after(130_000, createTestModule()) : never,
  )
  const failure = getFailure(loader.loadPage(remote, '/new'))
  await vi.advanceTimersByTimeAsync(140_000)
  await failure
  const again = getFailure(loader.loadPage(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs)
  expect(await again).toMatchObject({ reason: 'timeout' })
})
