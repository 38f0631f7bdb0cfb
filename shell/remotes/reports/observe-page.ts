import { createShiftBursts } from '@portico/protocol/discovery/shift-bursts.ts'

// Milliseconds after which visitors notice that a page doesn't respond, and in which they leave one that doesn't work.
const blockedMs = 500
const leaveMs = 5_000

type Page = Window & typeof globalThis

/**
 * Calls `onLeave` if the visitor leaves the site, or loads the page again, seconds after they have seen it. The Navigation API tells
 * apart what opens another document of the site; a browser without it says nothing.
 */
export function watchLeaving(page: Page, onLeave: () => void): { handleShow(): void } {
  const { navigation, document, location } = page
  let seenAt: number | null = null
  let staysOnSite = false
  let isInBackground = false
  const handleShow = () => {
    isInBackground = document.visibilityState === 'hidden'
    seenAt = isInBackground ? null : performance.now()
  }
  document.addEventListener('visibilitychange', () => {
    if (isInBackground) handleShow()
  })
  navigation?.addEventListener('navigate', ({ destination, navigationType }) => {
    const isOnSite = new URL(destination.url).origin === location.origin
    staysOnSite = isOnSite && !destination.sameDocument && navigationType !== 'reload'
  })
  page.addEventListener('pagehide', () => {
    if (navigation === undefined || staysOnSite || document.visibilityState === 'hidden') return
    if (seenAt !== null && performance.now() - seenAt < leaveMs) onLeave()
  })
  return { handleShow }
}

/** What TypeScript doesn't know about entries. */
interface Entry extends PerformanceEntry {
  readonly scripts?: readonly { readonly duration: number; readonly sourceURL: string }[]
  readonly hadRecentInput?: boolean
  readonly value?: number
  readonly sources?: readonly { readonly node: Node | null }[]
}

/** Calls `onBlocked` with the address of the script that most of a long frame was spent in; empty: it isn't known. */
export function observeFrames(page: Page, onBlocked: (source: string) => void): void {
  const hasFrames = observe(page, 'long-animation-frame', ({ duration, scripts = [] }) => {
    const [longest] = scripts.toSorted((some, other) => other.duration - some.duration)
    if (duration >= blockedMs) onBlocked(longest?.sourceURL ?? '')
  })
  if (hasFrames) return
  observe(page, 'event', ({ duration }) => {
    if (duration >= blockedMs) onBlocked('')
  })
}

/** Calls `onShift` with what has moved, and with how much has in this burst, as a share of the screen. */
export function observeShifts(
  page: Page,
  onShift: (nodes: readonly (Node | null)[], value: number) => void,
): { reset(): void } {
  let add = createShiftBursts()
  observe(page, 'layout-shift', ({ startTime, hadRecentInput, value = 0, sources = [] }) => {
    if (hadRecentInput) return
    onShift(
      sources.map(({ node }) => node),
      add(startTime, value),
    )
  })
  return { reset: () => (add = createShiftBursts()) }
}

/** Observes entries from now on. Returns whether the browser knows the type. */
function observe(page: Page, type: string, onEntry: (entry: Entry) => void): boolean {
  const Observer = page.PerformanceObserver
  if (!Observer?.supportedEntryTypes?.includes(type)) return false
  const observer = new Observer((list) => {
    for (const entry of list.getEntries()) onEntry(entry)
  })
  const options: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type,
    durationThreshold: blockedMs,
  }
  observer.observe(options)
  return true
}
