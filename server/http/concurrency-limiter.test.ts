import { expect, test } from 'vitest'
import { createConcurrencyLimiter, QueueFullError } from './concurrency-limiter.ts'

test('as many tasks run as may, the others in their order', async () => {
  const inTurn = createConcurrencyLimiter(2)
  const order: string[] = []
  const gates = [1, 2, 3, 4].map(() => Promise.withResolvers<void>())
  const tasks = gates.map((gate, n) =>
    inTurn(async () => {
      order.push(`start ${n}`)
      await gate.promise
      order.push(`end ${n}`)
    }),
  )
  expect(order).toEqual(['start 0', 'start 1'])
  gates[1]?.resolve()
  await tasks[1]
  gates[2]?.resolve()
  gates[0]?.resolve()
  gates[3]?.resolve()
  await Promise.all(tasks)
  expect(order.slice(2, 4)).toEqual(['end 1', 'start 2'])
  expect(order).toHaveLength(8)
})

test('a task that fails gives its turn on', async () => {
  const inTurn = createConcurrencyLimiter(1)
  const failed = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('who would wait behind too many is refused', async () => {
  const inTurn = createConcurrencyLimiter(1, 1)
  const gate = Promise.withResolvers<void>()
  const running = inTurn(() => gate.promise)
  const waiting = inTurn(async () => 'waited')
  await expect(inTurn(async () => 'never')).rejects.toThrow(QueueFullError)
  gate.resolve()
  await running
  expect(await waiting).toBe('waited')
})
