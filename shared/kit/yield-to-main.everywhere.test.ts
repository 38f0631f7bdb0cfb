import { expect, test } from 'vitest'
import { runInSlices, runInTask } from './yield-to-main.ts'

test('runInTask runs the work after the current task and returns its result', async () => {
  const order: string[] = []
  const result = runInTask(() => {
    order.push('work')
    return 'done'
  })
  queueMicrotask(() => order.push('microtask'))
  order.push('now')
  expect(await result).toBe('done')
  expect(order).toEqual(['now', 'microtask', 'work'])
})

test('runInTask rejects with the error that the work throws', async () => {
  const work = () => {
    throw new Error('did not work')
  }
  await expect(runInTask(work)).rejects.toThrow('did not work')
})

test('runInSlices returns the result of the work and lets other tasks run in between', async () => {
  let hasRunInBetween = false
  void runInTask(() => {
    hasRunInBetween = true
  })
  function* waitForOtherTask(): Generator<void, string, void> {
    while (!hasRunInBetween) yield
    return 'done'
  }
  expect(await runInSlices(waitForOtherTask())).toBe('done')
})

test('runInSlices stops when its signal is aborted', async () => {
  const controller = new AbortController()
  function* endless(): Generator<void, never, void> {
    for (;;) {
      controller.abort()
      yield
    }
  }
  await expect(runInSlices(endless(), controller.signal)).rejects.toThrow('abort')
})
