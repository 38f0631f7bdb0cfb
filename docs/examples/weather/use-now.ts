import { useEffect, useState } from 'react'

/** The current time, every ten seconds; null while the page is prerendered and hydrated. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null)
  useEffect(() => {
    const update = () => setNow(new Date())
    update()
    const timer = setInterval(update, 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
