import { formatCount } from '@portico/kit/format.ts'
import { paths } from '@portico/kit/paths.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import {
  ReasonSchema,
  type RemoteState,
  RollBackRemoteSchema,
} from '@portico/protocol/rollout/rollout-api.ts'
import { getActiveRollout, type RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import type { RolloutEvent } from '@portico/protocol/rollout/transition.ts'
import { RequiredPermissionSchema, type TokenPermission } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { readDiscovery } from '../../releases/changes/discovery-repository.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import {
  listCompatibleReleases,
  requireShellCompatibility,
} from '../../releases/compatibility/shell-compatibility.ts'
import { findRelease } from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { getReadableRemotes, requireToken } from '../../releases/tokens/require-token.ts'
import { changeRemote, toRemoteState } from './change-remote.ts'
import { listRemotes } from './list-remotes.ts'

interface RemoteRequest {
  readonly Params: { readonly remote: string }
}

/** A client can check its token before it starts something long. */
const ListQuerySchema = v.object({ scope: v.optional(RequiredPermissionSchema) })

const switches: Readonly<
  Record<string, RolloutEvent['kind'] & ('switched-off' | 'switched-on' | 'frozen' | 'unfrozen')>
> = {
  off: 'switched-off',
  on: 'switched-on',
  freeze: 'frozen',
  unfreeze: 'unfrozen',
}

interface RemoteServices extends ReleaseStorage {
  readonly discovery: Discovery
}

/** `GET /-/remotes`, and `POST /-/remotes/{remote}/rollback|off|on|freeze|unfreeze`. */
export async function remoteRoutes(app: FastifyInstance, services: RemoteServices): Promise<void> {
  const { db } = services
  const authorize = async (request: FastifyRequest<RemoteRequest>, verb: TokenPermission) => {
    const { remote } = request.params
    return { remote, actor: await requireToken(db, request, { verb, remote }) }
  }

  app.get(paths.remotes, async (request) => {
    const token = await requireToken(db, request, 'any')
    const { scope } = parseBody(ListQuerySchema, request.query)
    if (scope !== undefined) await requireToken(db, request, scope)
    const document = await readDiscovery(db)
    const { revision } = document
    const listed = await listRemotes(db, document, getReadableRemotes(token))
    return {
      remotes: listed.map(({ name: remote, stable, fallback, off, frozen }) => {
        return { remote, stable, fallback, off, frozen, revision, note: null } satisfies RemoteState
      }),
    }
  })

  for (const [path, kind] of Object.entries(switches)) {
    app.post<RemoteRequest>(`${paths.remotes}/:remote/${path}`, async (request) => {
      const caller = await authorize(request, 'switch')
      const { reason } = parseBody(ReasonSchema, request.body)
      if (caller.remote === 'shell' && path === 'off')
        throw new Problem('invalid-request', {
          detail: 'Without the shell there is no site, so it can’t be turned off.',
          hint: 'Return to the release before with `rollback shell`.',
        })
      const deployment = await changeRemote(services, caller, async () => ({ kind, reason }))
      return toRemoteState(services, caller.remote, deployment)
    })
  }

  app.post<RemoteRequest>(`${paths.remotes}/:remote/rollback`, async (request) => {
    const caller = await authorize(request, 'rollback')
    const { to, reason } = parseBody(RollBackRemoteSchema, request.body)
    let note: string | null = null
    const deployment = await changeRemote(services, caller, async (change, before) => {
      if (to !== undefined)
        return {
          kind: 'rolled-back',
          reason,
          to: await findTarget(change, before, { remote: caller.remote, named: to }),
        }
      note = await findRecentRollback(change, before)
      if (note !== null) return null
      const instead = await replaceFallback(change, before, caller.remote)
      note = instead?.note ?? null
      return { kind: 'rolled-back', reason, ...(instead?.to && { to: instead.to }) }
    })
    return toRemoteState(services, caller.remote, { ...deployment, note })
  })
}

/** The release that a rollback names. Throws `release-incompatible` if it can't run in the live shell. */
async function findTarget(
  change: Change,
  { onceStable, quarantined, stable }: RemoteDeployment,
  { remote, named }: { readonly remote: string; readonly named: string },
): Promise<string> {
  // Of several builds of a version, the one that was stable.
  const build = onceStable.find((id) => getVersion(id) === named && !(id in quarantined))
  const id = await findRelease(change.trx, remote, build ?? named)
  // Visitors without any working shell have no site, so remotes that don't run in it matter less.
  if (remote !== 'shell' && id !== stable && onceStable.includes(id))
    await requireShellCompatibility(change, remote, id)
  return id
}

/**
 * Another release for a rollback whose fallback can't run in the live shell, which may be newer, and a note about it;
 * null: it can run, or the rollback only ends a rollout. A rollback is never refused, so without another release it
 * uses the fallback.
 */
async function replaceFallback(
  change: Change,
  deployment: RemoteDeployment,
  remote: string,
): Promise<{ readonly to?: string; readonly note: string } | null> {
  const { fallback, onceStable, quarantined, stable } = deployment
  if (fallback === null || getActiveRollout(deployment) !== null) return null
  const others = onceStable.filter((id) => id !== stable && id !== fallback && !(id in quarantined))
  const [to = null] = await listCompatibleReleases(change, remote, [fallback, ...others])
  if (to === fallback) return null
  const isShell = remote === 'shell'
  const incompatibility = isShell
    ? `${fallback} can’t run every live remote`
    : `${fallback} can’t run in the live shell`
  if (to !== null) return { to, note: `${incompatibility}, so everyone gets ${to}.` }
  if (isShell)
    return { note: `${incompatibility}, and no earlier release can, either. Roll back these remotes.` }
  return {
    note: `${incompatibility}, and no earlier release can, either. Visitors see a failure until a fixed release is out. Turn the remote off (\`off\`) to tell them why, or start the site with the earlier shell.`,
  }
}

// An engineer on call and the evaluation may roll back the same rollout at the same moment. The second request must not
// roll back the previous, good release as well. A request with `to` always applies.
const duplicateWindowMs = 60_000

/** Why a rollback without `to` changes nothing; null: it does. */
async function findRecentRollback(
  { trx, at }: Change,
  { rollout, stable }: RemoteDeployment,
): Promise<string | null> {
  if (rollout?.status !== 'rolled-back') return null
  const row = await trx
    .selectFrom('rollout')
    .select('changed_at')
    .where('id', '=', rollout.id)
    .executeTakeFirstOrThrow()
  const agoMs = at - row.changed_at
  if (agoMs >= duplicateWindowMs) return null
  return `Nothing was changed: ${rollout.to} was rolled back ${formatCount(Math.round(agoMs / 1_000), 'second')} ago (${rollout.reason}), and everyone has ${stable}. To go back further, name the release (\`--to <version>\`).`
}
