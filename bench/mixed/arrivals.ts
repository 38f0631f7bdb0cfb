import { setTimeout as sleep } from 'node:timers/promises'

const tickMs = 1

interface Arrivals {
  readonly perSecond: number
  readonly seconds: number
}

/**
 * Calls `arrive` at random moments, on average `perSecond` times a second, whether the earlier ones have been answered or not.
 * It gets the planned moment, so that a generator that is late makes latencies longer, not shorter.
 */
export async function generateArrivals(
  { perSecond, seconds }: Arrivals,
  arrive: (plannedAt: number) => void,
): Promise<void> {
  const start = performance.now()
  const end = start + seconds * 1_000
  let next = start
  while (next < end) {
    const now = performance.now()
    while (next <= Math.min(now, end)) {
      arrive(next)
      next += (-Math.log(1 - Math.random()) * 1_000) / perSecond
    }
    await sleep(tickMs)
  }
}
