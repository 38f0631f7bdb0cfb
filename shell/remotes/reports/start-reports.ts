import type { PageData } from '@portico/protocol/discovery/discovery-document.ts'
import type { SignalName, VitalName } from '@portico/protocol/discovery/load-report.ts'
import { type SignalEvent, signalEvent } from '@portico/protocol/release/page-event.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { runWhenIdle } from '@portico/protocol/run-when-idle.ts'
import type { ReportedRelease } from '../active-releases.ts'
import type { RemoteLoaderOptions } from '../remote-loader.ts'
import { type AddSignal, collectSignals, type SignalCollector } from './collect-signals.ts'
import { createLoadReports, isFault, readReportToken, sendReport } from './load-reports.ts'
import { createVitalReports } from './vital-reports.ts'

/** What the loader tells, and the collector of signals; undefined: no release is being rolled out. */
interface Reports extends Required<Pick<RemoteLoaderOptions, 'onStart' | 'onEnd' | 'onMount'>> {
  readonly signals: SignalCollector | undefined
  /** The shell has rendered the page's layout. */
  readonly onShellMount: () => void
}

/** Starts to report what the releases of this page view do. Only a rollout has two to compare: otherwise nothing is watched. */
export function startReports(
  { revision, remotes }: Pick<PageData, 'revision' | 'remotes'>,
  shell: ReportedRelease | null,
  page: Window & typeof globalThis,
): Reports {
  const { document } = page
  const token = readReportToken(document)
  const reports = createLoadReports({ revision, token, send: sendReport, runWhenIdle })
  const vitals = createVitalReports((taken) => sendReport({ schemaVersion: 2, token, revision, ...taken }))
  const isCompared = shell !== null || remotes.some(({ rollout }) => rollout !== undefined)
  const add: AddSignal = (release, signal, error) => {
    reports.addSignal(release, signal, error)
    if (signal !== null) dispatchSignal(document, release, signal)
  }
  const signals = isCompared ? collectSignals(page, add, shell) : undefined // before leaving ends signals
  page.addEventListener('pagehide', reports.handlePageHide)
  page.addEventListener('pageshow', reports.handlePageShow)
  let wasHidden = document.visibilityState === 'hidden'
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return
    wasHidden = true
    vitals.handleHidden()
  })
  let measuresVitals = false
  const addVital = (release: ReportedRelease, vital: VitalName, value: number) => {
    vitals.add(release, vital, value)
    if (shell !== null) vitals.add(shell, vital, value)
  }
  return {
    signals,
    onShellMount() {
      if (shell === null) return
      const ms = Math.round(page.performance.now())
      reports.handleMount(shell)
      reports.add({ ...shell, failure: null, ms, fallback: null })
      if (!wasHidden) vitals.add(shell, 'load', ms)
    },
    onStart: (release) => signals?.addRelease(release),
    onEnd(load) {
      if (load.remote.rollout !== undefined) reports.add(load)
      // It may be because of the shell. Faults of the remote are in both arms of the shell's rollout.
      if (shell !== null && isFault(load.failure)) add(shell, 'failure', null)
      signals?.handleLoad(load)
      // Browsers delay what a page in the background does.
      if (load.failure === null && !wasHidden) vitals.add(load, 'load', load.ms)
    },
    onMount(shown) {
      reports.handleMount(shown)
      signals?.show(shown)
      const isRolledOut = shell !== null || shown.remote.rollout !== undefined
      if (signals === undefined || !isRolledOut || measuresVitals) return
      measuresVitals = true
      runWhenIdle(async () => {
        const load = () => import(/* webpackChunkName: "page-vitals" */ './page-vitals.ts')
        const module = await load().catch(() => null) // the page works without
        module?.measureVitals(page, signals.shown, addVital)
      })
    },
  }
}

/** Tells a check of the release. */
function dispatchSignal(document: Document, { remote }: ReportedRelease, signal: SignalName): void {
  const detail: SignalEvent = { remote: remote.name, release: getReleaseId(remote.release), signal }
  document.dispatchEvent(new CustomEvent(signalEvent, { detail }))
}
