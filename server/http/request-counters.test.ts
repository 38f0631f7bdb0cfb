import { register } from 'prom-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openForSuite } from '../testing/open-for-suite.ts'
import { testDatabases } from '../testing/test-database.ts'
import { createRequestCounters } from './request-counters.ts'

const limit = { max: 5, windowMs: 60_000 }

async function countQueries(): Promise<number> {
  const metric = await register.getSingleMetric('portico_database_queries_total')?.get()
  return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
}

describe.each(testDatabases)('request counters on $kind', ({ create }) => {
  const database = openForSuite(create)
  afterEach(() => {
    vi.useRealTimers()
  })

  const increase = (counters: ReturnType<typeof createRequestCounters>, key: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => counters.increase(key, limit)))

  test('simultaneous requests are counted in few statements, and each once', async () => {
    const counters = createRequestCounters(database())
    const before = await countQueries()
    const [increased, other] = await Promise.all([
      increase(counters, 'one', 40),
      increase(counters, 'other', 3),
    ])
    expect((await countQueries()) - before).toBeLessThanOrEqual(3)
    expect(increased.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, n) => n + 1),
    )
    expect(other.map(({ count }) => count).toSorted()).toEqual([1, 2, 3])
  })

  test('several servers count together, so that exactly as many pass as the limit allows', async () => {
    const servers = Array.from({ length: 3 }, () => createRequestCounters(database()))
    const counts = await Promise.all(servers.map((counters) => increase(counters, 'together', 4)))
    expect(counts.flat().filter(({ count }) => count <= limit.max)).toHaveLength(limit.max)
  })

  test('a request above the limit is rejected from memory, without a query', async () => {
    const counters = createRequestCounters(database())
    await increase(counters, 'exhausted', 6)
    const before = await countQueries()
    for (const { count } of await increase(counters, 'exhausted', 100))
      expect(count).toBeGreaterThan(limit.max)
    expect(await countQueries()).toBe(before)
    expect((await counters.increase('another', limit)).count).toBe(1)
  })

  test('what was rejected from memory is counted again after the window', async () => {
    const counters = createRequestCounters(database())
    await increase(counters, 'window', 6)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + limit.windowMs + 1 })
    expect((await counters.increase('window', limit)).count).toBe(1)
  })

  test('a count that is reset allows requests again, on other servers within seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const [counters, other] = [createRequestCounters(database()), createRequestCounters(database())]
    await increase(counters, 'reset', 6)
    await increase(other, 'reset', 1)
    await counters.reset(['reset'])
    expect((await counters.increase('reset', limit)).count).toBe(1)
    vi.advanceTimersByTime(10_001)
    expect((await other.increase('reset', limit)).count).toBe(2)
  })

  test('a clock that was a day ahead blocks nobody for a day', async () => {
    const counters = createRequestCounters(database())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
    await increase(counters, 'ahead', 6)
    vi.useRealTimers()
    const { count, endsAt } = await createRequestCounters(database()).increase('ahead', limit)
    expect(count).toBe(1)
    expect(endsAt).toBeLessThanOrEqual(Date.now() + limit.windowMs)
  })

  test('an uncounted request does not count', async () => {
    const counters = createRequestCounters(database())
    await increase(counters, 'back', 5)
    await counters.uncount(['back'])
    expect((await counters.increase('back', limit)).count).toBe(limit.max)
  })
})
