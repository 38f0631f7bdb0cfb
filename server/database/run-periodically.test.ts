import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailableError } from './database-unavailable.ts'
import { runPeriodically } from './run-periodically.ts'

const everyMs = 1_000
const fail = (error: unknown) => expect.unreachable(String(error))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a task runs again when it has ended, and never twice at the same time', async () => {
  const ends: (() => void)[] = []
  const stop = runPeriodically(() => new Promise((resolve) => ends.push(resolve)), {
    everyMs,
    onError: fail,
  })
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(everyMs)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await stop()
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(ends).toHaveLength(2)
})

test('stopping waits for the running task', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = runPeriodically(() => promise, { everyMs, onError: fail })
  await vi.advanceTimersByTimeAsync(everyMs)
  const steps: string[] = []
  const stopped = stop().then(() => steps.push('stopped'))
  await vi.advanceTimersByTimeAsync(everyMs)
  steps.push('ended')
  resolve()
  await stopped
  expect(steps).toEqual(['ended', 'stopped'])
})

test('a task that deletes what is old waits after the clock has jumped', async () => {
  const task = vi.fn(async () => {})
  const onClockJump = vi.fn()
  const stop = runPeriodically(task, { everyMs, onError: fail, onClockJump })
  await vi.advanceTimersByTimeAsync(everyMs)
  for (const dayMs of [86_400_000, -86_400_000]) {
    task.mockClear()
    vi.setSystemTime(Date.now() + dayMs)
    await vi.advanceTimersByTimeAsync(everyMs)
    expect(task).not.toHaveBeenCalled()
    expect(onClockJump).toHaveBeenLastCalledWith(expect.closeTo(dayMs, -3))
    await vi.advanceTimersByTimeAsync(everyMs)
    expect(task).toHaveBeenCalledTimes(1)
  }
  await stop()
})

test('errors are reported, unless the database is unavailable, and the task continues', async () => {
  const errors = [new DatabaseUnavailableError(), new Error('a fault')]
  const onError = vi.fn()
  const task = vi.fn(async () => {
    const error = errors.shift()
    if (error !== undefined) throw error
  })
  const stop = runPeriodically(task, { everyMs, onError })
  await vi.advanceTimersByTimeAsync(3 * everyMs)
  expect(task).toHaveBeenCalledTimes(3)
  expect(onError.mock.calls).toEqual([[new Error('a fault')]])
  await stop()
})
