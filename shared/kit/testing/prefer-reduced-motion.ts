import { vi } from 'vitest'

/** Makes the browser of a test prefer reduced motion, until `vi.unstubAllGlobals`. */
export function preferReducedMotion(): void {
  const original = window.matchMedia.bind(window)
  const list = { matches: true, addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('prefers-reduced-motion') ? list : original(query),
  )
}
