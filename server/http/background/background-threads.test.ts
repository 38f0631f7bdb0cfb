import { getPriority } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Command, ThreadState } from '../../testing/commanded-thread.ts'
import { type BackgroundThreads, createBackgroundThreads } from './background-threads.ts'

let threads: BackgroundThreads<Command, ThreadState>
beforeEach(() => {
  threads = createBackgroundThreads({ module: '../../testing/commanded-thread', importer: import.meta })
})
afterEach(() => threads.stop())

test('a thread runs task after task, and another one starts while it is busy', async () => {
  const [one, other] = await Promise.all([threads.run('answer'), threads.run('answer')])
  const known = [one.threadId, other.threadId]
  expect(known[0]).not.toBe(known[1])
  const later = await Promise.all([threads.run('answer'), threads.run('answer')])
  expect(later.map(({ threadId }) => threadId).toSorted()).toEqual(known.toSorted())
})

test('on Linux, and only for itself, a thread has a lower priority', async () => {
  const own = getPriority()
  const { priority } = await threads.run('answer')
  expect(priority).toBe(process.platform === 'linux' ? Math.min(own + 10, 19) : own)
  expect(getPriority()).toBe(own)
})

test.each([
  ['throw', 'as commanded'],
  ['exit', 'A background thread ended with code 3.'],
] as const)(
  'a thread that crashes (%s) rejects its task, and the next task has another one',
  async (command, message) => {
    const before = await threads.run('answer')
    await expect(threads.run(command)).rejects.toThrow(message)
    const after = await threads.run('answer')
    expect(after.threadId).not.toBe(before.threadId)
  },
)

test('a stop rejects what is running, and what comes later', async () => {
  const rejected = expect(threads.run('hang')).rejects.toThrow('A background thread ended')
  await threads.stop()
  await rejected
  await expect(threads.run('answer')).rejects.toThrow('The server is stopping.')
})
