import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { SignalName } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { type ActiveRelease, getReleaseKey } from '../active-releases.ts'
import type { LoadResult } from '../remote-loader.ts'
import { describeError, type ThrownError } from './thrown-error.ts'

/** Notices what the releases of this page view do besides loading. */
export interface SignalCollector {
  /** Code of this release may run from now on. */
  addRelease(release: ActiveRelease): void
  /** A page of this release is on the screen: what can't be attributed to code belongs to it. */
  show(release: ActiveRelease): void
  /** A load has ended: if code of the release threw, the failure is reported with its position. */
  handleLoad(load: LoadResult): void
  /** An error that a remote has handled itself. */
  report(error: unknown): void
  /** Something that a visitor wanted has failed. */
  fail(): void
  /** A value that a remote measures is out of its bounds. */
  measure(): void
}

// Milliseconds after which visitors notice that a page doesn't respond, and the share of the screen that may move.
const blockedMs = 500
const maxShift = 0.1

/**
 * Called for each signal, also for one that a release has had before, with what was thrown where; null: nothing, or nobody knows. A
 * failed load is no signal.
 */
type AddSignal = (release: ActiveRelease, signal: SignalName | null, error: ThrownError | null) => void

/** Collects signals of this page view until it ends. */
export function collectSignals(page: Window & typeof globalThis, add: AddSignal): SignalCollector {
  const releases = new Map<string, ActiveRelease>()
  let shown: ActiveRelease | null = null
  let shift = 0

  const addFor = (release: ActiveRelease | null, signal: SignalName) => {
    if (release !== null) add(release, signal, null)
  }
  const find = (stack: string) => findFrame(stack, [...releases.values()], page)
  const addByStack = (stack: string, signal: SignalName) => addFor(find(stack)?.release ?? null, signal)
  const addThrown = (thrown: unknown, elsewhere = '', signal: 'error' | null = 'error') => {
    if (isAbort(thrown)) return
    const frame = find(thrown instanceof Error && thrown.stack ? thrown.stack : elsewhere)
    if (frame === null) return
    const { release, place } = frame
    const { pathname } = page.location
    add(release, signal, describeError(thrown, place, { shown: shown ?? release, pathname }))
  }

  page.addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent)
        addThrown(event.error, `${event.filename}:${event.lineno}:${event.colno}`)
      else if (event.target instanceof Element && event.target.closest('main')) addFor(shown, 'request')
    },
    true, // a resource's error doesn't bubble
  )
  page.addEventListener('unhandledrejection', ({ reason }) => addThrown(reason))
  page.addEventListener('securitypolicyviolation', ({ sourceFile, lineNumber, columnNumber }) =>
    addThrown(null, `${sourceFile}:${lineNumber}:${columnNumber}`),
  )
  watchRequests(page, (stack) => addByStack(stack, 'request'))
  observe(page, 'long-animation-frame', ({ duration }) => {
    if (duration >= blockedMs) addFor(shown, 'blocked')
  })
  observe(page, 'event', ({ duration }) => {
    if (duration >= blockedMs) addFor(shown, 'blocked')
  })
  observe(page, 'layout-shift', (entry) => {
    if ('hadRecentInput' in entry && entry.hadRecentInput === false && 'value' in entry)
      shift += Number(entry.value)
    if (shift > maxShift) addFor(shown, 'shift')
  })

  return {
    addRelease: (release) => releases.set(getReleaseKey(release.remote), release),
    show(release) {
      if (shown?.remote.name !== release.remote.name) shift = 0
      shown = release
    },
    handleLoad({ failure }) {
      if (failure?.reason === 'mount' || failure?.reason === 'init') addThrown(failure.cause, '', null)
    },
    report: (error) => addThrown(error, getStack()),
    fail: () => addByStack(getStack(), 'failure'),
    measure: () => addByStack(getStack(), 'measure'),
  }
}

/**
 * The release whose code comes first in a stack, from the throw outwards, and the place in it, such as `home.js:1:23`: the top
 * frames of an error while rendering are those of the shell's React. null: it is no remote's, or a browser extension's.
 */
export function findFrame(
  stack: string,
  releases: readonly ActiveRelease[],
  { location }: Pick<Window, 'location'>,
): { readonly release: ActiveRelease; readonly place: string } | null {
  const folders = releases.flatMap((release) =>
    getFolders(release).map((folder) => ({ release, href: new URL(folder, location.origin).href })),
  )
  for (const line of stack.split('\n')) {
    if (line.includes('-extension://')) return null
    const found = folders.find(({ href }) => line.includes(href))
    if (found === undefined) continue
    return { release: found.release, place: line.slice(line.indexOf(found.href) + found.href.length) }
  }
  return null
}

function getFolders({ remote: { name, release } }: ActiveRelease): string[] {
  const siteFolder = getReleaseFolder(name, getReleaseId(release))
  return release.folder === undefined ? [siteFolder] : [siteFolder, release.folder]
}

/** Calls `onFailed` with the stack of each request that fails, or whose response is an error. */
function watchRequests(page: Window & typeof globalThis, onFailed: (stack: string) => void): void {
  const request = page.fetch.bind(page)
  page.fetch = async (...input) => {
    const stack = getStack()
    try {
      const response = await request(...input)
      if (response.status >= 400) onFailed(stack)
      return response
    } catch (thrown) {
      if (!isAbort(thrown) && page.navigator.onLine) onFailed(stack)
      throw thrown
    }
  }
}

/** Observes entries from now on; a browser that doesn't know the type reports none. */
function observe(
  page: Window & typeof globalThis,
  type: string,
  onEntry: (entry: PerformanceEntry) => void,
): void {
  const Observer = page.PerformanceObserver
  if (!Observer?.supportedEntryTypes?.includes(type)) return
  const observer = new Observer((list) => {
    for (const entry of list.getEntries()) onEntry(entry)
  })
  const options: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type,
    durationThreshold: blockedMs,
  }
  observer.observe(options)
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}

function getStack(): string {
  return new Error().stack ?? ''
}
