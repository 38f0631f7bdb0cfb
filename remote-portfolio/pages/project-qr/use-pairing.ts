import { useEffect, useLayoutEffect, useState } from 'react'
import { followPairing, type PairingCode } from './pairing-stream.ts'

/** Where a pairing stands. */
export type Pairing =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'code'; readonly code: PairingCode }
  | { readonly kind: 'paired' }
  | { readonly kind: 'lost' }

/** Follows a pairing stream as long as the page is shown. */
export function usePairing(stream: string): Pairing {
  const [pairing, setPairing] = useState<Pairing>({ kind: 'waiting' })
  useEffect(() => {
    const ending = new AbortController()
    void followPairing(stream, { signal: ending.signal, onEvent: setPairing })
    return () => ending.abort()
  }, [stream])
  return pairing
}

const tickMs = 1000

/** Whole seconds until `time`, never below 0; counts down. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now())
  // The first second begins with the drawing.
  useLayoutEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(clock)
  }, [])
  return Math.max(0, Math.ceil((time - now) / 1000))
}
