import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { SignalName } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import {
  type Frame,
  findFrameIn,
  getStackOf,
  isAbort,
  isOfExtension,
  toPlace,
} from '@portico/protocol/reports/find-frame.ts'
import { describeError, type ThrownError } from '@portico/protocol/reports/thrown-error.ts'
import { matchRoutes } from 'react-router'
import { type ActiveRelease, getReleaseKey, type ReportedRelease } from '../active-releases.ts'
import type { LoadResult } from '../remote-loader.ts'
import { observeFrames, observeShifts, watchLeaving } from './observe-page.ts'
import { getStack, watchRequests, watchWorkers } from './watch-globals.ts'

/** A release whose page was put on the screen. */
export interface ShownRelease {
  readonly release: ActiveRelease
  /** Milliseconds of the page's clock. */
  readonly since: number
}

/** Notices what the releases of this page view do besides loading. */
export interface SignalCollector {
  /** The releases that were on the screen, each until the next one. */
  readonly shown: readonly ShownRelease[]
  /** Code of this release may run from now on. */
  addRelease(release: ActiveRelease): void
  /** A page of this release is on the screen: what can't be attributed to code belongs to it. */
  show(release: ActiveRelease): void
  /** A load has ended: if code of the release threw, the failure is reported with its position. */
  handleLoad(load: LoadResult): void
  /** An error that was caught, and where: a stack, if the error may have none. */
  report(error: unknown, place?: string): void
  /** Something that a visitor wanted has failed. */
  fail(): void
  /** A value that a remote measures is out of its bounds. */
  measure(): void
}

const maxShift = 0.1 // of the screen

/**
 * Called for each signal, also for one that a release has had before, with what was thrown where; null: nothing, or nobody knows. A
 * failed load is no signal.
 */
export type AddSignal = (
  release: ReportedRelease,
  signal: SignalName | null,
  error: ThrownError | null,
) => void

/** Collects signals of this page view until it ends. `shell`: what no remote has caused belongs to it; null: to nobody. */
export function collectSignals(
  page: Window & typeof globalThis,
  add: AddSignal,
  shell: ReportedRelease | null = null,
): SignalCollector {
  const shown: ShownRelease[] = []
  const getShown = () => shown.at(-1)?.release ?? null
  const { addRelease, find, findCause, findOwner } = createAttribution(page, getShown, shell)
  const addFor: AddFor = (release, signal) => {
    if (release !== null) add(release, signal, null)
  }
  const addByStack = (stack: string, signal: SignalName) => addFor(find(stack)?.release ?? null, signal)
  const findRequest = watchRequests(page, (stack) => addFor(findCause(stack)?.release ?? null, 'request'))
  /** `elsewhere`: where it was thrown or caught, if its own stack doesn't lead to a release. */
  const addThrown = (thrown: unknown, elsewhere = '', signal: 'error' | null = 'error') => {
    const stacks = [getStackOf(thrown), findRequest(thrown), elsewhere]
    // A page that failed to load is no signal of the shell, which rendered it.
    const look = signal === null ? find : findCause
    const frame = isAbort(thrown) ? null : look(stacks.join('\n'))
    if (frame === null) return
    const { release, place } = frame
    const routes = (getShown() ?? release).remote.release.pages.map(({ path }) => ({ path }))
    const pattern = matchRoutes(routes, page.location.pathname)?.at(-1)?.route.path ?? ''
    add(release, signal, describeError(thrown, place, pattern))
  }

  page.addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent) addThrown(event.error, toPlace(event))
      else if (event.target instanceof Element) addFor(findOwner(event.target), 'request')
    },
    true, // a resource's error doesn't bubble
  )
  page.addEventListener('unhandledrejection', ({ reason }) => addThrown(reason))
  page.addEventListener('securitypolicyviolation', (event) => {
    const { sourceFile: filename, lineNumber: lineno, columnNumber: colno, blockedURI, target } = event
    if (isOfExtension(filename) || isOfExtension(blockedURI)) return
    // The shell's own script adds what React renders, and asks for what a remote fetches.
    const place = `${toPlace({ filename, lineno, colno })}\n${findRequest(blockedURI)}`
    if (findCause(place)?.place) addThrown(null, place)
    else if (target instanceof Element) addFor(findOwner(target), 'error')
  })
  watchWorkers(page, (event, stack) => addThrown(null, `${toPlace(event)}\n${stack}`))
  const { leaving, shifts } = observeView(page, { getShown, find, findOwner, addFor, shell })

  return {
    shown,
    addRelease,
    show(release) {
      leaving.handleShow()
      if (getShown()?.remote.name !== release.remote.name) shifts.reset()
      if (getShown()?.remote !== release.remote) shown.push({ release, since: performance.now() })
    },
    handleLoad({ failure }) {
      if (failure?.reason === 'mount' || failure?.reason === 'init') addThrown(failure.cause, '', null)
    },
    report: (error, place = getStack()) => addThrown(error, place),
    fail: () => addByStack(getStack(), 'failure'),
    measure: () => addByStack(getStack(), 'measure'),
  }
}

type AddFor = (release: ReportedRelease | null, signal: SignalName) => void

interface ViewParts extends Pick<ReturnType<typeof createAttribution>, 'find' | 'findOwner'> {
  readonly getShown: () => ActiveRelease | null
  readonly addFor: AddFor
  readonly shell: ReportedRelease | null
}

/** Observes what the visitor sees. The shell renders all of it, so it has a part in what isn't the code of a remote alone. */
function observeView(
  page: Window & typeof globalThis,
  { getShown, find, findOwner, addFor, shell }: ViewParts,
) {
  const addForBoth = (signal: SignalName) => {
    addFor(getShown(), signal)
    addFor(shell, signal)
  }
  observeFrames(page, (source) => {
    const release = find(source)?.release
    if (release !== undefined) addFor(release, 'blocked')
    else if (!isOfExtension(source)) addForBoth('blocked')
  })
  const shifts = observeShifts(page, (nodes, value) => {
    if (value <= maxShift) return
    if (nodes.some((node) => findOwner(node) === getShown())) addFor(getShown(), 'shift')
    addFor(shell, 'shift')
  })
  return { shifts, leaving: watchLeaving(page, () => addForBoth('leave')) }
}

/** Finds the releases that something in this page view belongs to. */
function createAttribution(
  page: Window,
  getShown: () => ActiveRelease | null,
  shell: ReportedRelease | null,
) {
  const releases = new Map<string, ActiveRelease>()
  const find = (stack: string) => findFrame(stack, [...releases.values()], page)
  return {
    addRelease(release: ActiveRelease): void {
      releases.set(getReleaseKey(release.remote), release)
    },
    find,
    /** The remote's release that comes first, otherwise the shell, unless an extension is involved. The place is empty if it isn't known. */
    findCause(stack: string): Frame<ReportedRelease> | null {
      const found = find(stack)
      if (found !== null || shell === null || isOfExtension(stack)) return found
      return findFrame(stack, [shell], page) ?? { release: shell, place: '' }
    },
    /** The release that renders a part of the page: a page may show parts of other remotes. */
    findOwner(node: Node | null): ReportedRelease | null {
      const element = node instanceof Element ? node : (node?.parentElement ?? null)
      if (!element?.closest('main')) return element?.closest('#root') ? shell : null
      const name = element.closest('main [data-remote]')?.getAttribute('data-remote') ?? null
      if (name === null) return getShown()
      return [...releases.values()].findLast(({ remote }) => remote.name === name) ?? null
    },
  }
}

/** The release whose code comes first in a stack, and the place in it. */
export function findFrame<Release extends ReportedRelease>(
  stack: string,
  releases: readonly Release[],
  { location }: Pick<Window, 'location'>,
): Frame<Release> | null {
  const folders = releases.flatMap((release) =>
    getFolders(release).map((folder) => ({ release, href: new URL(folder, location.origin).href })),
  )
  return findFrameIn(stack, folders)
}

function getFolders({ remote: { name, release } }: ReportedRelease): string[] {
  const siteFolder = getReleaseFolder(name, getReleaseId(release))
  return release.folder === undefined ? [siteFolder] : [siteFolder, release.folder]
}
