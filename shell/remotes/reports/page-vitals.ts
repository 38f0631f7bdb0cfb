import type { VitalName } from '@portico/protocol/discovery/load-report.ts'
import { onINP, onLCP } from 'web-vitals'
import type { ActiveRelease } from '../active-releases.ts'
import type { ShownRelease } from './collect-signals.ts'

const longViewMs = 600_000

/**
 * Measures what the page takes, before it is hidden. The largest paint is that of the first release on the screen, an interaction of the
 * release at its time. Memory, which only Chromium tells, is of a release that the visitor has seen for ten minutes.
 */
export function measureVitals(
  page: Window & { readonly performance: { readonly memory?: { readonly usedJSHeapSize: number } } },
  shown: readonly ShownRelease[],
  add: (release: ActiveRelease, vital: VitalName, value: number) => void,
): void {
  onLCP(({ value, navigationType }) => {
    const [opened] = shown
    if (opened !== undefined && navigationType !== 'back-forward-cache') add(opened.release, 'lcp', value)
  })
  onINP(
    ({ value, entries: [interaction] }) => {
      const at = shown.findLast(({ since }) => since <= (interaction?.startTime ?? 0)) ?? shown[0]
      if (at !== undefined) add(at.release, 'inp', value)
    },
    { reportSoftNavs: true },
  )
  const { memory } = page.performance
  if (memory === undefined) return
  let visibleSince = performance.now()
  let [seen, seenMs] = [shown.at(-1), 0]
  const handleVisibility = () => {
    const now = performance.now()
    if (page.document.visibilityState === 'visible') visibleSince = now
    else {
      if (shown.at(-1) !== seen) [seen, seenMs] = [shown.at(-1), 0]
      if (seen === undefined) return
      seenMs += now - Math.max(visibleSince, seen.since)
      if (seenMs >= longViewMs) add(seen.release, 'memory', memory.usedJSHeapSize / 1_000_000)
    }
  }
  page.addEventListener('visibilitychange', handleVisibility, true) // before the report is sent
}
