import type { LoadReport, Report } from '@portico/shared/release/load-report.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { LoadFailure } from '../load-failure.ts'
import type { LoadResult } from '../remote-loader.ts'
import { getNetworkOutcome } from './network-outcome.ts'

/** Tells the site how the remotes of this page view were loaded. */
export interface LoadReports {
  add(load: LoadResult): void
  /** The visitor leaves: what waits is sent, and what fails from now on fails because of that. */
  handlePageHide(): void
  /** They have come back: the page was kept. */
  handlePageShow(): void
}

/** What reports are made of. */
export interface LoadReportsOptions {
  readonly revision: number
  /** Random name of this page view. */
  readonly viewId: string
  readonly send: (report: Report) => void
  readonly runWhenIdle: (work: () => void) => void
}

/**
 * Reports each release once: a failure at once, what is well when the browser has nothing better to do. A page that
 * breaks on the screen takes the place of the load that went well before.
 */
export function createLoadReports({ revision, viewId, send, runWhenIdle }: LoadReportsOptions): LoadReports {
  const waiting = new Map<string, LoadReport>()
  const told = new Map<string, 'ok' | 'failed'>()
  let isLeaving = false

  function sendAll(loads: readonly LoadReport[]): void {
    if (loads.length > 0) send({ schemaVersion: 1, view: viewId, revision, loads: loads.slice(0, maxLoads) })
  }

  function sendWaiting(): void {
    sendAll([...waiting.values()])
    waiting.clear()
  }

  return {
    add(load) {
      const report = toReport(load)
      const key = `${report.remote}@${report.release}`
      if (report.outcome === null || isLeaving || told.get(key) === 'failed') return
      const { outcome } = report
      if (outcome === 'ok') {
        if (told.has(key)) return
        told.set(key, 'ok')
        waiting.set(key, { ...report, outcome })
        runWhenIdle(sendWaiting)
        return
      }
      told.set(key, 'failed')
      waiting.delete(key)
      sendAll([{ ...report, outcome }])
    },
    handlePageHide() {
      isLeaving = true
      sendWaiting()
    },
    handlePageShow() {
      isLeaving = false
    },
  }
}

const maxLoads = 20 // more than a site has remotes; the server takes no more

function toReport({ arm, remote, failure, ms, fallback }: LoadResult) {
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

/** null: says nothing of the release, and is not told. */
function getOutcome({ reason, cause }: LoadFailure): Exclude<LoadReport['outcome'], 'ok'> | null {
  if (reason === 'offline' || reason === 'off') return null
  return reason === 'network' ? getNetworkOutcome(cause) : reason
}
