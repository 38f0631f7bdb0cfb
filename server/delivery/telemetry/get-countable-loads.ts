import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import type { LoadReport, Report } from '@portico/shared/release/load-report.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'

/** A load that counts for a rollout. `visitor` and `network` are hashes, see `hashIdentity`. */
export interface CountableLoad {
  readonly rollout: string
  readonly arm: 'canary' | 'stable'
  readonly isFailure: boolean
  /** `<remote>@<version>-<hash8>` */
  readonly release: string
  readonly view: string
  readonly visitor: string
  readonly network: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The loads in a report that count for an active rollout, in the arm that the visitor really has. */
export function getCountableLoads(
  { view, loads }: Report,
  document: DiscoveryDocument,
  who: {
    readonly getBucket: (rollout: string) => number
    readonly visitor: string
    readonly network: string
    readonly at: number
  },
): CountableLoad[] {
  const { visitor, network, at } = who
  return loads.flatMap((load) => {
    const arm = getArm(load, document, who.getBucket)
    if (arm === null || load.rollout === null) return []
    const release = `${load.remote}@${load.release}`
    const isFailure = load.outcome !== 'ok'
    return [{ rollout: load.rollout, arm, isFailure, release, view, visitor, network, at }]
  })
}

/** null: it doesn't count. Being offline says nothing about a release, and previews and fallbacks have no comparison. */
function getArm(
  load: LoadReport,
  document: DiscoveryDocument,
  getBucket: (rollout: string) => number,
): 'canary' | 'stable' | null {
  const remote = document.remotes[load.remote]
  const canary = remote?.canary
  if (remote === undefined || canary === undefined || canary.rollout !== load.rollout) return null
  if (load.outcome === 'offline') return null
  if (load.arm === 'stable') return load.release === getReleaseId(remote.stable) ? 'stable' : null
  if (load.arm !== 'canary' || load.release !== getReleaseId(canary.release)) return null
  return getBucket(canary.rollout) < canary.share ? 'canary' : null
}
