import type { RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import { findReleaseConflict } from '../../releases/compatibility/path-claims.ts'
import { listCompatibleReleases } from '../../releases/compatibility/shell-compatibility.ts'

/**
 * A deployment after a rollback, with a fallback: the newest release that was stable, wasn't rolled back, still has its
 * files, runs in the live shell and has paths that no other remote has claimed since. Without it, stable couldn't be
 * replaced where it fails to load, and the next rollback would be refused.
 */
export async function keepFallback(
  change: Change,
  remote: string,
  deployment: RemoteDeployment,
): Promise<RemoteDeployment> {
  const { stable, fallback, onceStable, quarantined } = deployment
  if (fallback !== null) return deployment
  const healthy = onceStable.filter((id) => id !== stable && !(id in quarantined))
  for (const id of await listCompatibleReleases(change, remote, healthy))
    if ((await findReleaseConflict(change, { remote, id, before: change.document })) === null)
      return { ...deployment, fallback: id }
  return deployment
}
