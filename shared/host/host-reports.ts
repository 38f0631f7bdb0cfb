import type { HostReleases } from '@portico/protocol/discovery/host-releases.ts'
import { hostsPath } from '@portico/protocol/discovery/hosts-path.ts'
import type { LoadReport, Report } from '@portico/protocol/discovery/load-report.ts'
import {
  findFrameIn,
  getStackOf,
  isAbort,
  type ReleaseFolder,
  toPlace,
} from '@portico/protocol/reports/find-frame.ts'
import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { getNetworkOutcome } from '@portico/protocol/reports/network-outcome.ts'
import { describeError } from '@portico/protocol/reports/thrown-error.ts'
import { runWhenIdle } from '@portico/protocol/run-when-idle.ts'
import type { About } from './active-releases.ts'
import { caughtEvent } from './report-remote-error.ts'

/** Tells the site what the releases of this page view do. */
export type HostReports = ReturnType<typeof startHostReports>

const maxLoads = 20 // the server's limit
const maxReported = 50 // of a page view: more would hardly say more about its releases

/** Starts to report what the releases of this page view do: failures immediately, successes when the browser is idle. */
export function startHostReports(
  { revision, token, visitor }: HostReleases,
  { site, host }: { readonly site: string; readonly host: string },
) {
  let isLeaving = false
  const send = (parts: Partial<Report>) => {
    if (isLeaving) return // which aborts requests and loads: nobody's fault
    const body = JSON.stringify({ schemaVersion: 2, token, revision, loads: [], ...parts, visitor })
    const request = { method: 'POST', keepalive: true, credentials: 'omit', body } as const
    fetch(`${site}${hostsPath}/${host}/reports`, request).catch(() => {}) // The page works without.
  }
  const { find, addThrown, sendLoaded, ...reports } = createReports(send)

  revealErrors(site)
  addEventListener('error', (event) => addThrown(event.error, toPlace(event)))
  addEventListener('unhandledrejection', ({ reason }) => addThrown(reason))
  addEventListener(caughtEvent, ({ detail: { error: cause, remote } }) => {
    const about = find(cause, remote)
    if (about) reports.fail(about, new LoadFailure(about.remote, { phase: 'mount', reason: 'mount', cause }))
  })
  addEventListener('pageshow', () => {
    isLeaving = false
  })
  addEventListener('pagehide', () => {
    sendLoaded()
    isLeaving = true
  })
  return reports
}

/** The chunks of a release are loaded by its bundler, without CORS: the browser would hide what they throw. */
function revealErrors(site: string): void {
  const { head } = document
  head.appendChild = (node) => {
    const script: Node & { src?: string; crossOrigin?: string } = node
    if (script.src?.startsWith(`${site}/`)) script.crossOrigin = 'anonymous'
    head.append(node)
    return node
  }
}

/** Of a page that broke when it had loaded. */
const notLoading: Pick<LoadReport, 'ms' | 'fellBackTo'> = { ms: 0, fellBackTo: null }

/** Creates what reports each load, signal and error of a release once. */
function createReports(send: (parts: Partial<Report>) => void) {
  const folders: ReleaseFolder<About>[] = []
  const reported = new Set<string>()
  const loaded = new Map<About, number>()

  const isNew = (about: About, ...what: unknown[]) => {
    const { size } = reported
    return size < maxReported && reported.add([about.remote, about.release, ...what].join()).size > size
  }
  const sendLoaded = () => {
    const all = [...loaded].slice(0, maxLoads)
    loaded.clear()
    if (all.length === 0) return
    send({
      loads: all.map(([about, ms]) => ({ ...about, ...notLoading, outcome: 'ok', phase: 'mount', ms })),
      // Browsers delay what a page in the background does.
      ...(!document.hidden && { vitals: all.map(([about, value]) => ({ ...about, vital: 'load', value })) }),
    })
  }
  /** `elsewhere`: where it was thrown, if its own stack doesn't lead to a release. A failed load is no signal. */
  const addThrown = (thrown: unknown, elsewhere = '', isSignal = true) => {
    const frame = findFrameIn(`${getStackOf(thrown)}\n${elsewhere}`, folders)
    if (frame === null || isAbort(thrown)) return
    const { release: about, place } = frame
    const error = describeError(thrown, place, '')
    const signals = isSignal && isNew(about, 'error') ? [{ ...about, signal: 'error' as const }] : []
    const errors = error && isNew(about, place) ? [{ ...about, ...error }] : []
    if (signals.length + errors.length > 0) send({ signals, errors })
  }
  return {
    addThrown,
    sendLoaded,
    /** The release that an error belongs to, or the one of the remote that is named. */
    find: (error: unknown, remote: unknown) =>
      findFrameIn(getStackOf(error), folders)?.release ??
      folders.findLast(({ release }) => release.remote === remote)?.release,
    /** Code of this release may run from now on. */
    start(about: About, href: string) {
      folders.push({ release: about, href })
    },
    /** A module of the release has loaded. */
    succeed(about: About, ms: number) {
      if (!isNew(about, 'loaded')) return
      loaded.set(about, ms)
      runWhenIdle(sendLoaded)
    },
    /** The release failed. */
    fail(about: About, { phase, reason, cause }: LoadFailure, details = notLoading) {
      loaded.delete(about)
      const outcome = reason === 'network' ? getNetworkOutcome(cause) : reason
      if (outcome === 'offline' || !isNew(about, 'failed')) return
      // The other reasons are the shell's own.
      send({ loads: [{ ...about, outcome: outcome as LoadReport['outcome'], phase, ...details }] })
      if (reason === 'init' || reason === 'mount') addThrown(cause, '', false)
    },
  }
}
