import type { VitalName } from '@portico/protocol/discovery/load-report.ts'
import { onINP, onLCP } from 'web-vitals'
import type { ActiveRelease } from '../active-releases.ts'
import type { ShownRelease } from './collect-signals.ts'

const longViewMs = 600_000

type Page = Window & { readonly performance: { readonly memory?: { readonly usedJSHeapSize: number } } }

type AddVital = (release: ActiveRelease, vital: VitalName, value: number) => void

/**
 * Measures what the page takes, before it is hidden. The largest paint is that of the first release on the screen, an interaction of the
 * release at its time.
 */
export function measureVitals(page: Page, shown: readonly ShownRelease[], add: AddVital): void {
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
  measureMemory(page, shown, add)
}

/** Measures the memory, in megabytes, of a release that the visitor has seen for ten minutes. Only Chromium tells it. */
export function measureMemory(page: Page, shown: readonly ShownRelease[], add: AddVital): void {
  if (page.performance.memory === undefined) return
  let visibleSince = performance.now()
  let [seen, seenMs] = [shown.at(-1), 0]
  const handleVisibility = () => {
    const now = performance.now()
    if (page.document.visibilityState === 'visible') visibleSince = now
    else {
      if (shown.at(-1) !== seen) [seen, seenMs] = [shown.at(-1), 0]
      if (seen === undefined) return
      seenMs += now - Math.max(visibleSince, seen.since)
      const { memory } = page.performance // it doesn't change, but each read has a new one
      if (memory && seenMs >= longViewMs) add(seen.release, 'memory', memory.usedJSHeapSize / 1_000_000)
    }
  }
  page.addEventListener('visibilitychange', handleVisibility, true) // before the report is sent
}
