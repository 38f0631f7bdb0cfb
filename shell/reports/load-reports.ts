import type { LoadReport, Report } from '@portico/shared/release/load-report.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { LoadFailure } from '../remotes/load-failure.ts'
import type { EndedLoad } from '../remotes/remote-loader.ts'
import { networkOutcome } from './network-outcome.ts'

/** Tells the site how the remotes of this page view were loaded. */
export interface LoadReports {
  add(load: EndedLoad): void
  /** The visitor leaves: what waits is sent, and what fails from now on fails because of that. */
  leave(): void
  /** They have come back: the page was kept. */
  comeBack(): void
}

/** What reports are made of. */
export interface LoadReportParts {
  readonly revision: number
  /** Random name of this page view. */
  readonly view: string
  readonly send: (report: Report) => void
  readonly whenIdle: (work: () => void) => void
}

/**
 * Reports each release once: a failure at once, what is well when the browser has nothing better to do. A page that
 * breaks on the screen takes the place of the load that went well before.
 */
export function createLoadReports({ revision, view, send, whenIdle }: LoadReportParts): LoadReports {
  const waiting = new Map<string, LoadReport>()
  const told = new Map<string, 'ok' | 'failed'>()
  let isLeaving = false

  function sendAll(loads: readonly LoadReport[]): void {
    if (loads.length > 0) send({ schemaVersion: 1, view, revision, loads: loads.slice(0, mostLoads) })
  }

  function sendWaiting(): void {
    sendAll([...waiting.values()])
    waiting.clear()
  }

  return {
    add(load) {
      const report = reportOf(load)
      const key = `${report.remote}@${report.release}`
      if (report.outcome === null || isLeaving || told.get(key) === 'failed') return
      const { outcome } = report
      if (outcome === 'ok') {
        if (told.has(key)) return
        told.set(key, 'ok')
        waiting.set(key, { ...report, outcome })
        whenIdle(sendWaiting)
        return
      }
      told.set(key, 'failed')
      waiting.delete(key)
      sendAll([{ ...report, outcome }])
    },
    leave() {
      isLeaving = true
      sendWaiting()
    },
    comeBack() {
      isLeaving = false
    },
  }
}

const mostLoads = 20 // more than a site has remotes; the server takes no more

function reportOf({ arm, remote, failure, ms, swappedFor }: EndedLoad) {
  return {
    remote: remote.name,
    release: getReleaseId(remote.release),
    rollout: remote.rollout ?? null,
    arm,
    outcome: failure === null ? 'ok' : outcomeOf(failure),
    phase: failure?.phase ?? 'mount',
    ms,
    fellBackTo: swappedFor === null ? null : getReleaseId(swappedFor.remote.release),
  } as const
}

/** null: says nothing of the release, and is not told. */
function outcomeOf({ reason, cause }: LoadFailure): Exclude<LoadReport['outcome'], 'ok'> | null {
  if (reason === 'offline' || reason === 'off') return null
  return reason === 'network' ? networkOutcome(cause) : reason
}
