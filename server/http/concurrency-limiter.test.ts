import { patience } from '@portico/kit/testing/patience.ts'
import { expect, test, vi } from 'vitest'
import { createConcurrencyLimiter, QueueFullError } from './concurrency-limiter.ts'

test('tasks run up to the limit, and the others in order', async () => {
  const limit = createConcurrencyLimiter(2)
  const order: string[] = []
  const tasksDone = [1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const tasks = tasksDone.map((done, n) =>
    limit(async () => {
      order.push(`start ${n}`)
      await done.promise
      order.push(`end ${n}`)
    }),
  )
  await vi.waitFor(() => expect(order).toEqual(['start 0', 'start 1']), patience)
  tasksDone[1]?.resolve()
  await tasks[1]
  tasksDone[2]?.resolve()
  tasksDone[0]?.resolve()
  tasksDone[3]?.resolve()
  await Promise.all(tasks)
  expect(order.slice(2, 4)).toEqual(['end 1', 'start 2'])
  expect(order).toHaveLength(8)
})

test('a failed task makes room for the next one', async () => {
  const limit = createConcurrencyLimiter(1)
  const failed = limit(() => Promise.reject(new Error('no')))
  const next = limit(async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('a task is rejected if the queue is full', async () => {
  const limit = createConcurrencyLimiter(1, 1)
  const done = Promise.withResolvers<void>()
  const running = limit(() => done.promise)
  const waiting = limit(async () => 'waited')
  await expect(limit(async () => 'never')).rejects.toThrow(QueueFullError)
  done.resolve()
  await running
  expect(await waiting).toBe('waited')
})
