import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { getPathPrefix, overlaps } from '@portico/protocol/release/page-paths.ts'
import { activeStatuses } from '@portico/protocol/rollout/rollout-record.ts'
import {
  getActiveRollout,
  parseRolloutState,
  type RemoteDeployment,
} from '@portico/protocol/rollout/rollout-state.ts'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { Change } from '../changes/make-change.ts'
import { findReleaseRecord } from '../storage/release-repository.ts'

/** The paths of a release that visitors get, or will get from a rollout that has been started, or from a rollback. */
export interface PathClaim {
  readonly remote: string
  readonly team: string
  readonly state: 'stable' | 'fallback' | 'canary'
  readonly paths: readonly string[]
  /** Whether the remote had this first segment before the change that is checked. */
  readonly ownsPrefix?: (prefix: string) => boolean
}

export interface PathConflict {
  /** What is wrong, with the other remote and its path. */
  readonly message: string
  readonly hint: string
}

/**
 * The claims of all remotes: their stable releases, the fallbacks behind them, so that a rollback always finds its paths,
 * and those of every rollout that has not ended.
 */
export async function readPathClaims(
  db: Db,
  { remotes }: Pick<DiscoveryDocument, 'remotes'>,
): Promise<PathClaim[]> {
  const rollouts = await db
    .selectFrom('rollout')
    .select(['remote', 'state'])
    .where('status', 'in', activeStatuses)
    .where('remote', '!=', 'shell')
    .execute()
  const canaries = rollouts.map(async ({ remote, state }) =>
    readClaim(db, { remote, id: parseRolloutState(state).to, state: 'canary' }),
  )
  return [...listReleasedClaims({ remotes }), ...(await Promise.all(canaries))]
}

/** The claims of stable releases and of the fallbacks behind them. */
export function listReleasedClaims({ remotes }: Pick<DiscoveryDocument, 'remotes'>): PathClaim[] {
  return Object.entries(remotes).flatMap(([remote, { team, stable, fallback }]): PathClaim[] => [
    { remote, team, state: 'stable', paths: stable.pages.map(({ path }) => path) },
    ...(fallback
      ? [{ remote, team, state: 'fallback' as const, paths: fallback.pages.map(({ path }) => path) }]
      : []),
  ])
}

async function readClaim(
  db: Db,
  { remote, id, state }: { readonly remote: string; readonly id: string; readonly state: PathClaim['state'] },
): Promise<PathClaim> {
  const record = await findReleaseRecord(db, remote, id)
  if (record === null) throw new Error(`Release ${remote}@${id} was never published here.`)
  return { remote, team: record.team, state, paths: record.pages.map(({ path }) => path) }
}

/**
 * The first path of `remote` that another remote has claimed; null: none. A path is claimed if any address matches both,
 * or if its first segment belongs to the other remote and not to `ownPaths`, which the remote already has. Remotes that get
 * a first segment in one change share it.
 */
export function findPathConflict(
  remote: string,
  { paths, ownPaths }: { readonly paths: readonly string[]; readonly ownPaths: readonly string[] },
  claims: readonly PathClaim[],
): PathConflict | null {
  const ownPrefixes = new Set(ownPaths.map(getPathPrefix))
  for (const path of paths)
    for (const claim of claims.filter((other) => other.remote !== remote)) {
      const prefix = getPathPrefix(path)
      const isOwnPrefix = prefix === null || ownPrefixes.has(prefix)
      const overlapping = claim.paths.find((theirs) => overlaps(path, theirs))
      const isShared = isOwnPrefix || claim.ownsPrefix?.(prefix) === false
      const below = isShared ? undefined : claim.paths.find((theirs) => getPathPrefix(theirs) === prefix)
      if (overlapping !== undefined)
        return describeConflict(path, claim, overlapping, 'some addresses match both')
      if (below !== undefined)
        return describeConflict(path, claim, below, `${prefix} and everything below it belong to one remote`)
    }
  return null
}

function describeConflict(
  path: string,
  { remote, team, state }: PathClaim,
  theirs: string,
  reason: string,
): PathConflict {
  return {
    message: `The page ${path} conflicts with ${theirs} of ${remote} (${state}): ${reason}.`,
    hint: `Choose another path in manifest.ts. Or ask ${team} to give it up: it is free once neither their stable release nor the fallback has it.`,
  }
}

/** A published release that visitors get or will get. */
interface ReleaseToShow {
  readonly remote: string
  readonly id: string
  /** The document before the release is shown: its remote keeps the paths that it had. */
  readonly before: DiscoveryDocument
  /** True: a start, whose builds replace each other's pages in one change. Only what visitors get then counts. */
  readonly ignoresFallbacks?: boolean
}

/** The conflict of a release with the other remotes; null: none. The shell has no pages. */
export async function findReleaseConflict(
  { trx, document }: Pick<Change, 'trx' | 'document'>,
  { remote, id, before, ignoresFallbacks = false }: ReleaseToShow,
): Promise<PathConflict | null> {
  if (remote === 'shell') return null
  const { paths } = await readClaim(trx, { remote, id, state: 'canary' })
  const ownPaths = before.remotes[remote]?.stable.pages.map(({ path }) => path) ?? []
  const claims = await readPathClaims(trx, document)
  const counted = ignoresFallbacks ? claims.filter(({ state }) => state !== 'fallback') : claims
  return findPathConflict(remote, { paths, ownPaths }, counted.map(withOwnedPrefixes(before)))
}

/** A stable release may be new in the same change, and its first segments with it. */
function withOwnedPrefixes({ remotes }: DiscoveryDocument): (claim: PathClaim) => PathClaim {
  return (claim) => {
    if (claim.state !== 'stable') return claim
    const prefixes = new Set(remotes[claim.remote]?.stable.pages.map(({ path }) => getPathPrefix(path)))
    return { ...claim, ownsPrefix: (prefix) => prefixes.has(prefix) }
  }
}

interface DeploymentChange {
  readonly remote: string
  readonly before: RemoteDeployment
  readonly after: RemoteDeployment
  /** The document before the change. */
  readonly document: DiscoveryDocument
}

/** Throws `path-conflict` if a change shows visitors a release, or more of them, whose paths belong to other remotes. */
export async function requireOwnPaths(
  trx: Db,
  { remote, before, after, document }: DeploymentChange,
): Promise<void> {
  const id = getGrowingRelease(before, after)
  if (id === null) return
  const conflict = await findReleaseConflict({ trx, document }, { remote, id, before: document })
  if (conflict !== null)
    throw new Problem('path-conflict', {
      detail: `${remote}@${id}: ${conflict.message}`,
      hint: conflict.hint,
    })
}

/**
 * The release that visitors newly get, or that more of them get; null: the change can't take paths from other remotes.
 */
function getGrowingRelease(before: RemoteDeployment, after: RemoteDeployment): string | null {
  if (after.stable !== before.stable) return after.stable
  const rollout = getActiveRollout(after)
  const previous = getActiveRollout(before)
  const isSame = rollout?.id === previous?.id && (rollout?.share ?? 0) <= (previous?.share ?? 0)
  const hasBegun = previous?.status === 'pending' && rollout?.status === 'running'
  return rollout === null || (isSame && !hasBegun) ? null : rollout.to
}
