import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Claimant, createFairLimiter } from './fair-limiter.ts'

/** Sends tasks that each take one step, until all are done or rejected. Returns the order in which they ran. */
async function runAll(claimants: readonly Claimant[], { concurrency = 1, maxQueued = 1_000 } = {}) {
  const { run } = createFairLimiter(concurrency, maxQueued)
  const ran: number[] = []
  const tasks = claimants.map((claimant, at) =>
    run(claimant, async () => {
      ran.push(at)
    }),
  )
  const results = await Promise.allSettled(tasks)
  return { ran, rejected: results.flatMap(({ status }, at) => (status === 'rejected' ? [at] : [])) }
}

const by = (key: string, isPreferred = false): Claimant => ({ key, isPreferred })
const times = (count: number, key: string) => Array.from({ length: count }, () => by(key))

test('keys take turns, however many tasks one has', async () => {
  const { ran } = await runAll([...times(5, 'many'), by('one'), by('two'), by('two')])
  // The first one runs at once, before anyone else waits.
  expect(ran).toEqual([0, 5, 6, 1, 7, 2, 3, 4])
})

test('a preferred task goes before others that have had as many turns', async () => {
  const { ran } = await runAll([by('a'), by('b'), by('c'), by('known', true)])
  expect(ran).toEqual([0, 3, 1, 2])
})

test('in a full queue, a task takes the place of one whose key has more waiting', async () => {
  const { ran, rejected } = await runAll([...times(4, 'many'), by('one'), by('two'), by('three')], {
    maxQueued: 3,
  })
  expect(rejected).toEqual([1, 2, 3])
  expect(ran).toEqual([0, 4, 5, 6])
})

test('in a queue that is full of keys with one task each, only a preferred one finds a place', async () => {
  const full = [by('a'), by('b'), by('c')]
  expect((await runAll([...full, by('d')], { maxQueued: 2 })).rejected).toEqual([3])
  expect((await runAll([...full, by('d', true)], { maxQueued: 2 })).rejected).toEqual([2])
  expect((await runAll([...full, by('a', true)], { maxQueued: 2 })).rejected).toEqual([3])
})

test('turns that delayed nobody don’t count', async () => {
  const { run } = createFairLimiter(1, 2)
  for (const _ of [1, 2, 3]) await run(by('often'), async () => {})
  const order: string[] = []
  await Promise.all(['a', 'often', 'b'].map((key) => run(by(key), async () => void order.push(key))))
  expect(order).toEqual(['a', 'often', 'b'])
})

test('a failed task makes room for the next one', async () => {
  const { run } = createFairLimiter(1, 1)
  const failed = run(by('a'), () => Promise.reject(new Error('no')))
  const next = run(by('a'), async () => 'done')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})

test('every task runs or is rejected, and as many wait as may', async () => {
  const claimant = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), isPreferred: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(claimant, { maxLength: 30 }),
      fc.integer({ min: 1, max: 3 }),
      fc.nat({ max: 5 }),
      async (claimants, concurrency, maxQueued) => {
        const { ran, rejected } = await runAll(claimants, { concurrency, maxQueued })
        expect([...ran, ...rejected].toSorted((a, b) => a - b)).toEqual([...claimants.keys()])
        expect(ran).toHaveLength(Math.min(claimants.length, concurrency + maxQueued))
      },
    ),
  )
})
