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

test('one deadline of 120 s stands over an entry that never comes', async () => {
  const { loader } = createTestLoader(() => never)
  const failure = getFailure(loader.loadPage(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ phase: 'entry', reason: 'timeout', remote: 'new' })
})

test('one deadline stands over entry and code together: 70 s and 60 s are too long', async () => {
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

test('one deadline is kept by 70 s and 49 s, and leaves no timer', async () => {
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

test('one deadline begins anew with a retry', async () => {
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

test('one deadline begins with the page where the entry was asked for earlier', async () => {
  const { loader } = createTestLoader(() => never)
  void loader.prefetch(remote)
  await vi.advanceTimersByTimeAsync(100_000)
  const failure = getFailure(loader.loadPage(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ phase: 'entry', reason: 'timeout' })
})

test('one deadline that has passed is not undone by code that comes later', async () => {
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
