import { createBoundedCache } from './caching/bounded-cache.ts'

interface Count {
  window: number
  current: number
  previous: number
}

const maxKeys = 50_000 // with more (a distributed attack) the oldest counts are dropped

/** Allows `max` events of a key within any `windowMs`, counted in memory. */
export function createSlidingLimit({ max, windowMs }: { readonly max: number; readonly windowMs: number }) {
  const counts = createBoundedCache<Count>(maxKeys)
  /** Counts an event; false: there were too many. */
  return (key: string, at: number): boolean => {
    const window = Math.floor(at / windowMs)
    const count = counts.get(key) ?? { window, current: 0, previous: 0 }
    if (count.window !== window) {
      count.previous = count.window === window - 1 ? count.current : 0
      count.current = 0
      count.window = window
    }
    // The last window counts as far as the sliding one still covers it.
    const covered = 1 - (at % windowMs) / windowMs
    const isAllowed = count.current + count.previous * covered < max
    if (isAllowed) count.current += 1
    counts.set(key, count)
    return isAllowed
  }
}
