import { useEffect, useLayoutEffect, useState } from 'react'
import { followPairing, type PairingCode } from './pairing-stream.ts'

/** The state of a pairing. */
export type Pairing =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'code'; readonly code: PairingCode }
  | { readonly kind: 'paired' }
  | { readonly kind: 'lost' }

/** Follows a pairing stream while the page is open. */
export function usePairing(stream: string): Pairing {
  const [pairing, setPairing] = useState<Pairing>({ kind: 'waiting' })
  useEffect(() => {
    const controller = new AbortController()
    void followPairing(stream, { signal: controller.signal, onEvent: setPairing })
    return () => controller.abort()
  }, [stream])
  return pairing
}

const tickMs = 1000

/** Counts down the whole seconds until `time`, to 0. */
export function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now())
  // A layout effect, so that the first second starts when the number is painted.
  useLayoutEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(clock)
  }, [])
  return Math.max(0, Math.ceil((time - now) / 1000))
}
