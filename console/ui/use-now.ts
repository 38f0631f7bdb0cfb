import { useEffect, useState } from 'react'

/** The time in ms since 1970, updated every `everyMs`. Components with the same interval share a timer. */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => subscribe(everyMs, setNow), [everyMs])
  return now
}

interface Clock {
  readonly timer: ReturnType<typeof setInterval>
  readonly listeners: Set<(now: number) => void>
}

/** The running clocks, by their interval. */
const clocks = new Map<number, Clock>()

function subscribe(everyMs: number, listener: (now: number) => void): () => void {
  const { timer, listeners } = clocks.get(everyMs) ?? startClock(everyMs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    clocks.delete(everyMs)
  }
}

function startClock(everyMs: number): Clock {
  const listeners: Clock['listeners'] = new Set()
  const timer = setInterval(() => {
    const now = Date.now()
    for (const listener of listeners) listener(now)
  }, everyMs)
  const clock = { timer, listeners }
  clocks.set(everyMs, clock)
  return clock
}
