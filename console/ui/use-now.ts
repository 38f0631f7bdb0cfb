import { useEffect, useState } from 'react'

/** The time in ms since 1970, updated every `everyMs`. */
export function useNow(everyMs = 10_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
