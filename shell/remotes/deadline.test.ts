import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chosenRemote } from './chosen-remote.fixture.ts'
import { deadlineMs, failureOf, loaderOf, moduleOf, New } from './remote-loader.fixture.ts'

const remote = chosenRemote([{ path: '/new' }])
const never = new Promise<never>(() => {})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

test('one deadline of 120 s stands over an entry that never comes', async () => {
  const { loader } = loaderOf(() => never)
  const failure = failureOf(loader.page(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ phase: 'entry', reason: 'timeout', remote: 'new' })
})

test('one deadline stands over entry and code together: 70 s and 60 s are too long', async () => {
  const { loader } = loaderOf(() =>
    after(
      70_000,
      moduleOf(() => after(60_000, { Component: New })),
    ),
  )
  const failure = failureOf(loader.page(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs)
  expect(await failure).toMatchObject({ phase: 'module', reason: 'timeout' })
  await vi.advanceTimersByTimeAsync(deadlineMs)
  expect(vi.getTimerCount()).toBe(0)
})

test('one deadline is kept by 70 s and 49 s, and leaves no timer', async () => {
  const { loader } = loaderOf(() =>
    after(
      70_000,
      moduleOf(() => after(49_000, { Component: New })),
    ),
  )
  const page = loader.page(remote, '/new')
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect(await page).toBe(New)
  expect(vi.getTimerCount()).toBe(0)
})

test('one deadline begins anew with a retry', async () => {
  const { loader } = loaderOf((_, attempt) => (attempt === 1 ? never : after(119_000, moduleOf())))
  const failure = failureOf(loader.page(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs)
  await failure
  const retried = loader.page(remote, '/new')
  await vi.advanceTimersByTimeAsync(119_000)
  expect(await retried).toBe(New)
})

test('one deadline begins with the page where the entry was asked for earlier', async () => {
  const { loader } = loaderOf(() => never)
  void loader.prefetch(remote)
  await vi.advanceTimersByTimeAsync(100_000)
  const failure = failureOf(loader.page(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toMatchObject({ phase: 'entry', reason: 'timeout' })
})

test('one deadline that has passed is not undone by code that comes later', async () => {
  const { loader } = loaderOf((_, attempt) => (attempt === 1 ? after(130_000, moduleOf()) : never))
  const failure = failureOf(loader.page(remote, '/new'))
  await vi.advanceTimersByTimeAsync(140_000)
  await failure
  const again = failureOf(loader.page(remote, '/new'))
  await vi.advanceTimersByTimeAsync(deadlineMs)
  expect(await again).toMatchObject({ reason: 'timeout' })
})
