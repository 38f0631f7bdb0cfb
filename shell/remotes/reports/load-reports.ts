import { paths } from '@portico/kit/paths.ts'
import type { LoadReport, Report, SignalName } from '@portico/protocol/discovery/load-report.ts'
import { reportTokenCookie } from '@portico/protocol/discovery/report-token-cookie.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { getNetworkOutcome } from '@portico/protocol/reports/network-outcome.ts'
import type { ThrownError } from '@portico/protocol/reports/thrown-error.ts'
import { getReleaseKey, type ReportedRelease } from '../active-releases.ts'
import type { LoadResult } from '../remote-loader.ts'

/** One load of a release. */
interface ReportedLoad extends ReportedRelease, Pick<LoadResult, 'failure' | 'ms' | 'fallback'> {}

/** Reports to the site how the remotes of this page view loaded, and the shell. */
export interface LoadReports {
  add(load: ReportedLoad): void
  /** A release did this to the page view (null: it failed to load, which is reported by itself), with what was thrown where. */
  addSignal(release: ReportedRelease, signal: SignalName | null, error: ThrownError | null): void
  /** A page of this release is on the screen. */
  handleMount(shown: ReportedRelease): void
  /** Sends the queued reports of releases that are on the screen. The visitor is leaving, so failures from now on don't count. */
  handlePageHide(): void
  /** The visitor has returned to the page from the back/forward cache. */
  handlePageShow(): void
}

/** The inputs of the reports. */
export interface LoadReportsOptions {
  readonly revision: number
  /** The token of this page view; null: it got none. */
  readonly token: string | null
  readonly send: (report: Report) => void
  readonly runWhenIdle: (work: () => void) => void
}

/**
 * Reports each release once: a failure immediately, a success when the browser is idle. A page that breaks while
 * rendering replaces the earlier success. A visitor who leaves before that reports a success only of what was on the screen: it
 * might have broken.
 */
export function createLoadReports({ revision, token, send, runWhenIdle }: LoadReportsOptions): LoadReports {
  const queue = new Map<string, LoadReport>()
  const reported = new Map<string, 'ok' | 'failed'>()
  const mounted = new Set<string>()
  const takeNews = createNews()
  let isLeaving = false

  function sendAll(loads: readonly LoadReport[]): void {
    if (loads.length > 0) send({ schemaVersion: 2, token, revision, loads: loads.slice(0, maxLoads) })
  }

  function sendQueue(isWanted: (key: string) => boolean = () => true): void {
    const wanted = [...queue].filter(([key]) => isWanted(key))
    sendAll(wanted.map(([, report]) => report))
    for (const [key] of wanted) queue.delete(key)
  }

  return {
    add(load) {
      const report = toReport(load)
      const key = getReleaseKey(load.remote)
      if (report.outcome === null || isLeaving || reported.get(key) === 'failed') return
      const { outcome } = report
      if (outcome === 'ok') {
        if (reported.has(key)) return
        reported.set(key, 'ok')
        queue.set(key, { ...report, outcome })
        runWhenIdle(() => sendQueue())
        return
      }
      reported.set(key, 'failed')
      queue.delete(key)
      sendAll([{ ...report, outcome }])
    },
    addSignal(release, signal, error) {
      // Leaving aborts requests, which is nobody's fault.
      const news = isLeaving ? null : takeNews(release, signal, error)
      if (news !== null) send({ schemaVersion: 2, token, revision, loads: [], ...news })
    },
    handleMount(shown) {
      mounted.add(getReleaseKey(shown.remote))
    },
    handlePageHide() {
      isLeaving = true
      sendQueue((key) => mounted.has(key))
    },
    handlePageShow() {
      isLeaving = false
    },
  }
}

const maxLoads = 20 // more than a site has remotes, and the server's limit
const maxErrors = 5 // of a page view: more would hardly say more about a release

/** Creates what returns the part of a report about a signal or an error that this page view hasn't had yet; null: it has. */
function createNews() {
  const signalled = new Set<string>()
  const thrown = new Set<string>()
  const add = (known: Set<string>, key: string) => {
    const { size } = known
    return known.add(key).size > size
  }
  return (
    { remote, arm }: ReportedRelease,
    signal: SignalName | null,
    error: ThrownError | null,
  ): Pick<Report, 'signals' | 'errors'> | null => {
    if (remote.rollout === undefined) return null
    const key = getReleaseKey(remote)
    const about = { remote: remote.name, release: getReleaseId(remote.release), rollout: remote.rollout, arm }
    const isNewSignal = signal !== null && add(signalled, `${key} ${signal}`)
    const hasRoom = error !== null && thrown.size < maxErrors
    const isNewError =
      hasRoom && add(thrown, `${key} ${error.type} ${error.file}:${error.line}:${error.column}`)
    if (!isNewSignal && !isNewError) return null
    return {
      ...(isNewSignal && { signals: [{ ...about, signal }] }),
      ...(isNewError && { errors: [{ ...about, ...error }] }),
    }
  }
}

function toReport({ arm, remote, failure, ms, fallback }: ReportedLoad) {
  return {
    remote: remote.name,
    release: getReleaseId(remote.release),
    rollout: remote.rollout ?? null,
    arm,
    outcome: failure === null ? 'ok' : getOutcome(failure),
    phase: failure?.phase ?? 'mount',
    ms,
    fellBackTo: fallback === null ? null : getReleaseId(fallback.remote.release),
  } as const
}

/** Whether a load failed, and not because of the visitor or the site's settings. */
export function isFault(failure: LoadFailure | null): boolean {
  return failure !== null && getOutcome(failure) !== null
}

/** null: not the fault of the release, so it isn't reported. */
function getOutcome({ reason, cause }: LoadFailure): Exclude<LoadReport['outcome'], 'ok'> | null {
  if (reason === 'offline' || reason === 'off' || reason === 'isolated') return null
  return reason === 'network' ? getNetworkOutcome(cause) : reason
}

/** Takes the token of this page view from its cookie, so that no other page view uses it; null: there is none. */
export function readReportToken(page: Pick<Document, 'cookie'>): string | null {
  const prefix = `${reportTokenCookie}=`
  const cookie = page.cookie.split('; ').find((text) => text.startsWith(prefix))
  const token = decodeURIComponent(cookie?.slice(prefix.length) ?? '')
  if (token === '') return null
  // The Cookie Store API is not available on sites without TLS.
  page.cookie = `${prefix}; path=/; max-age=0; samesite=strict`
  return token
}

/** Queues a report with the browser, which sends it even if the page is closed. */
export function sendReport(report: Report): void {
  navigator.sendBeacon(paths.beacon, JSON.stringify(report))
}
