import type { RemoteState } from '@portico/protocol/rollout/rollout-api.ts'
import type { RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import type { RolloutEvent } from '@portico/protocol/rollout/transition.ts'
import { TransitionRefused } from '@portico/protocol/rollout/transition-refused.ts'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { readDeployment } from '../../releases/changes/deployment-repository.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { readDiscovery } from '../../releases/changes/discovery-repository.ts'
import { type Actor, type Change, makeChange } from '../../releases/changes/make-change.ts'
import { requireOwnPaths } from '../../releases/compatibility/path-claims.ts'
import { createUnknownRemoteProblem, isKnownRemote } from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { applyEvent } from './apply-event.ts'

/** Decides which event a request causes; null: the remote is already in the requested state. */
export type DecideEvent = (change: Change, deployment: RemoteDeployment) => Promise<RolloutEvent | null>

/**
 * Applies the event of a request in one change. Throws `remote-unknown`, or the reason why the event can't happen now.
 * This server then serves the result immediately, every other server after its next poll.
 */
export async function changeRemote(
  services: ReleaseStorage & { readonly discovery: Discovery },
  { remote, actor }: { readonly remote: string; readonly actor: Actor },
  decideEvent: DecideEvent,
): Promise<RemoteDeployment> {
  const deployment = await makeChange(services, actor, async (change) => {
    if (!(await isKnownRemote(change.trx, remote))) throw createUnknownRemoteProblem(remote)
    const { trx, document } = change
    const before = await readDeployment(trx, remote, document)
    const event = await decideEvent(change, before)
    if (event === null) return before
    const after = await applyEvent(change, { remote, event })
    // A rollback to the previous release is never refused; its paths are still claimed.
    const isPlainRollback = event.kind === 'rolled-back' && event.to === undefined
    if (!isPlainRollback) await requireOwnPaths(trx, { remote, before, after, document })
    return after
  }).catch((error: unknown) => {
    if (error instanceof TransitionRefused) throw new Problem(error.code, { detail: error.message })
    throw error
  })
  await services.discovery.refresh()
  return deployment
}

/** The response to a request that changes a remote; `note`: why nothing was changed. */
export async function toRemoteState(
  { db }: { readonly db: Db },
  remote: string,
  { stable, fallback, off, frozen, note = null }: RemoteDeployment & { readonly note?: string | null },
): Promise<RemoteState> {
  return { remote, stable, fallback, off, frozen, revision: (await readDiscovery(db)).revision, note }
}
