import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import type { LoadReport, Report, SignalName, SignalReport } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'

/** A reported load, or a signal, of a release that an active rollout compares. */
export interface ReportedLoad {
  readonly remote: string
  /** `<version>-<hash8>` */
  readonly release: string
  readonly rollout: string
  readonly arm: 'canary' | 'stable'
  readonly isFailure: boolean
  /** null: it is a load. */
  readonly signal: SignalName | null
  /** The canary's now, in basis points. */
  readonly share: number
}

/** The loads and signals in a report that could count for an active rollout. */
export function getReportedLoads(
  { loads, signals = [] }: Report,
  document: DiscoveryDocument,
): ReportedLoad[] {
  return [...loads, ...signals].flatMap((load) => {
    const arm = getArm(load, document)
    const share = document.remotes[load.remote]?.canary?.share
    if (arm === null || share === undefined || load.rollout === null) return []
    const { remote, release, rollout } = load
    const signal = 'signal' in load ? load.signal : null
    const isFailure = 'outcome' in load && load.outcome !== 'ok'
    return [{ remote, release, rollout, arm, isFailure, signal, share }]
  })
}

/** null: it doesn't count. Being offline says nothing about a release, and previews and fallbacks have no comparison. */
function getArm(load: LoadReport | SignalReport, document: DiscoveryDocument): 'canary' | 'stable' | null {
  const remote = document.remotes[load.remote]
  const canary = remote?.canary
  if (remote === undefined || canary === undefined || canary.rollout !== load.rollout) return null
  if ('outcome' in load && load.outcome === 'offline') return null
  if (load.arm === 'stable') return load.release === getReleaseId(remote.stable) ? 'stable' : null
  return load.arm === 'canary' && load.release === getReleaseId(canary.release) ? 'canary' : null
}
