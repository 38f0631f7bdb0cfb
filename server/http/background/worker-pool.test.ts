import { getPriority } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Command, ThreadState } from '../../testing/commanded-thread.ts'
import { createWorkerPool, TaskDeadlineError, type WorkerPool } from './worker-pool.ts'

let workers: WorkerPool<Command, ThreadState>
beforeEach(() => {
  workers = createWorkerPool({ module: '../../testing/commanded-thread', importer: import.meta })
})
afterEach(() => workers.stop())

/** The threads that run two tasks at the same time. */
async function useTwo({ run }: typeof workers): Promise<readonly number[]> {
  const states = await Promise.all([run('answer'), run('answer')])
  return states.map(({ threadId }) => threadId).toSorted((a, b) => a - b)
}

test('a thread runs task after task, also of a later pool, and another one starts while it is busy', async () => {
  const [first, second] = await useTwo(workers)
  expect(first).not.toBe(second)
  await workers.stop()
  const later = createWorkerPool<Command, ThreadState>({
    module: '../../testing/commanded-thread',
    importer: import.meta,
  })
  expect(await useTwo(later)).toEqual([first, second])
})

test('on Linux, and only for itself, a thread has a lower priority', async () => {
  const own = getPriority()
  const { priority } = await workers.run('answer')
  expect(priority).toBe(process.platform === 'linux' ? Math.min(own + 10, 19) : own)
  expect(getPriority()).toBe(own)
})

test.each([
  ['throw', 'as commanded'],
  ['exit', 'A worker thread ended with code 3.'],
] as const)(
  'a thread that crashes (%s) rejects its task, and the next task has another one',
  async (command, message) => {
    const before = await useTwo(workers)
    await expect(workers.run(command)).rejects.toThrow(message)
    expect(await useTwo(workers)).not.toEqual(before)
  },
)

test('a task that takes too long is rejected, and the next one has another thread', async () => {
  const hurried = createWorkerPool<Command, ThreadState>({
    module: '../../testing/commanded-thread',
    importer: import.meta,
    deadlineMs: 5_000,
  })
  const before = await useTwo(hurried)
  await expect(hurried.run('hang')).rejects.toThrow(TaskDeadlineError)
  expect(await useTwo(hurried)).not.toEqual(before)
  await hurried.stop()
})

test('a stop rejects what is running, and what comes later', async () => {
  const rejected = expect(workers.run('hang')).rejects.toThrow('A worker thread ended')
  await workers.stop()
  await rejected
  await expect(workers.run('answer')).rejects.toThrow('The server is stopping.')
})
