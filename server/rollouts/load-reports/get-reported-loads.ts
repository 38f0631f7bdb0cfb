import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { listApps } from '@portico/protocol/discovery/list-apps.ts'
import type {
  ErrorReport,
  LoadReport,
  Report,
  SignalName,
  SignalReport,
  VitalName,
  VitalReport,
} from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { countedSignals } from '@portico/protocol/rollout/signals.ts'
import { vitals as vitalSignals } from '@portico/protocol/rollout/vitals.ts'

/** A reported load, signal or vital of a release that an active rollout compares. */
export interface ReportedLoad {
  readonly remote: string
  /** `<version>-<hash8>` */
  readonly release: string
  readonly rollout: string
  readonly arm: 'canary' | 'stable'
  readonly isFailure: boolean
  /** null: it is a load. That of a vital counts once, whether its value is above the limit or not. */
  readonly signal: SignalName | null
  /** What the signal was and where, which is counted by itself. Missing: this is the signal. */
  readonly error?: ReportedError
  /** What the page view took; null: it is no vital. */
  readonly vital: { readonly name: VitalName; readonly value: number } | null
  /** It depends on whether the browser has the shell in its cache. */
  readonly isCacheable?: boolean
  /** The canary's now, in basis points. */
  readonly share: number
}

export interface ReportedError {
  /** Such as `TypeError home.js:1:23`. */
  readonly fingerprint: string
  readonly file: string
  /** The pattern of a page of this site; empty: of none. */
  readonly page: string
}

/** The loads, signals, vitals and errors in a report that could count for an active rollout. */
export function getReportedLoads(
  { loads, signals = [], vitals = [], errors = [] }: Report,
  document: DiscoveryDocument,
): ReportedLoad[] {
  // Only the server knows when a vital is a signal, and which pages are silent.
  const counted = signals.filter(({ signal }) => signal !== 'silent' && countedSignals.includes(signal))
  return [...loads, ...counted, ...vitals, ...errors].flatMap((load): ReportedLoad[] => {
    const arm = getArm(load, document)
    const share = listApps(document)[load.remote]?.canary?.share
    if (arm === null || share === undefined || load.rollout === null) return []
    const { remote, release, rollout } = load
    const isFailure = 'outcome' in load && load.outcome !== 'ok'
    const common = { remote, release, rollout, arm, isFailure, share, vital: null }
    if ('file' in load) return [{ ...common, signal: 'error', error: toReportedError(load, document) }]
    if ('vital' in load)
      return [
        {
          ...common,
          signal: vitalSignals[load.vital].signal,
          vital: { name: load.vital, value: load.value },
          isCacheable: remote === 'shell' && load.vital === 'load',
        },
      ]
    if ('outcome' in load && load.outcome === 'left')
      return [{ ...common, isFailure: false, signal: 'leave', isCacheable: true }]
    return [{ ...common, signal: 'signal' in load ? load.signal : null }]
  })
}

function toReportedError(
  { type, file, line, column, page }: ErrorReport,
  { remotes }: DiscoveryDocument,
): ReportedError {
  // Anything else in a report might be about a person.
  const isPage = Object.values(remotes).some(({ stable, canary }) =>
    [stable, canary?.release].some((release) => release?.pages.some(({ path }) => path === page)),
  )
  return { fingerprint: `${type} ${file}:${line}:${column}`, file, page: isPage ? page : '' }
}

/** null: it doesn't count. Being offline says nothing about a release, and previews and fallbacks have no comparison. */
function getArm(
  load: LoadReport | SignalReport | VitalReport | ErrorReport,
  document: DiscoveryDocument,
): 'canary' | 'stable' | null {
  const remote = listApps(document)[load.remote]
  const canary = remote?.canary
  if (remote === undefined || canary === undefined || canary.rollout !== load.rollout) return null
  if ('outcome' in load && load.outcome === 'offline') return null
  if (load.arm === 'stable') return load.release === getReleaseId(remote.stable) ? 'stable' : null
  return load.arm === 'canary' && load.release === getReleaseId(canary.release) ? 'canary' : null
}
