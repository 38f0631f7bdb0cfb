import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import type { LoadReport, Report } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'

/** A reported load of a release that an active rollout compares. */
export interface ReportedLoad {
  readonly remote: string
  /** `<version>-<hash8>` */
  readonly release: string
  readonly rollout: string
  readonly arm: 'canary' | 'stable'
  readonly isFailure: boolean
  /** The canary's now, in basis points. */
  readonly share: number
}

/** The loads in a report that could count for an active rollout. */
export function getReportedLoads({ loads }: Report, document: DiscoveryDocument): ReportedLoad[] {
  return loads.flatMap((load) => {
    const arm = getArm(load, document)
    const share = document.remotes[load.remote]?.canary?.share
    if (arm === null || share === undefined || load.rollout === null) return []
    const { remote, release, rollout } = load
    return [{ remote, release, rollout, arm, isFailure: load.outcome !== 'ok', share }]
  })
}

/** null: it doesn't count. Being offline says nothing about a release, and previews and fallbacks have no comparison. */
function getArm(load: LoadReport, document: DiscoveryDocument): 'canary' | 'stable' | null {
  const remote = document.remotes[load.remote]
  const canary = remote?.canary
  if (remote === undefined || canary === undefined || canary.rollout !== load.rollout) return null
  if (load.outcome === 'offline') return null
  if (load.arm === 'stable') return load.release === getReleaseId(remote.stable) ? 'stable' : null
  return load.arm === 'canary' && load.release === getReleaseId(canary.release) ? 'canary' : null
}
