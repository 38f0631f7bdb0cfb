import { expect, test } from 'vitest'
import { inOwnTask } from './own-task.ts'

test('the work is done after what runs now, and its result comes back', async () => {
  const order: string[] = []
  const result = inOwnTask(() => {
    order.push('work')
    return 'done'
  })
  queueMicrotask(() => order.push('microtask'))
  order.push('now')
  expect(await result).toBe('done')
  expect(order).toEqual(['now', 'microtask', 'work'])
})

test('what the work throws is thrown to who waits for it', async () => {
  const work = () => {
    throw new Error('did not work')
  }
  await expect(inOwnTask(work)).rejects.toThrow('did not work')
})
