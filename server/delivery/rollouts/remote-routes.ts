import { paths } from '@portico/shared/paths.ts'
import type { TokenPermission } from '@portico/shared/release/token-api.ts'
import { ReasonSchema, RollBackRemoteSchema } from '@portico/shared/rollout/rollout-api.ts'
import type { RemoteDeployment } from '@portico/shared/rollout/rollout-state.ts'
import type { RolloutEvent } from '@portico/shared/rollout/transition.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../app.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { Change } from '../changes/make-change.ts'
import { requireToken } from '../tokens/require-token.ts'
import { changeRemote, findRelease, remoteState } from './change-remote.ts'

interface ByName {
  readonly Params: { readonly remote: string }
}

const switches: Readonly<
  Record<string, RolloutEvent['kind'] & ('switched-off' | 'switched-on' | 'frozen' | 'unfrozen')>
> = {
  off: 'switched-off',
  on: 'switched-on',
  freeze: 'frozen',
  unfreeze: 'unfrozen',
}

/** `POST /-/remotes/{remote}/rollback|off|on|freeze|unfreeze`. */
export async function remoteCalls(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  const named = async (request: FastifyRequest<ByName>, verb: TokenPermission) => {
    const { remote } = request.params
    const { name: by } = await requireToken(db, request, { verb, remote })
    return { remote, by }
  }

  for (const [path, kind] of Object.entries(switches)) {
    app.post<ByName>(`${paths.remotes}/:remote/${path}`, async (request) => {
      const call = await named(request, 'switch')
      const { reason } = parseBody(ReasonSchema, request.body)
      const staging = await changeRemote(services, call, async () => ({ kind, reason }))
      return remoteState(services, call.remote, staging)
    })
  }

  app.post<ByName>(`${paths.remotes}/:remote/rollback`, async (request) => {
    const call = await named(request, 'rollback')
    const { to, reason } = parseBody(RollBackRemoteSchema, request.body)
    let note: string | null = null
    const staging = await changeRemote(services, call, async (change, before) => {
      if (to !== undefined)
        return { kind: 'rolled-back', reason, to: await findRelease(change, call.remote, to) }
      note = await whyOnce(change, before)
      return note === null ? { kind: 'rolled-back', reason } : null
    })
    return remoteState(services, call.remote, { ...staging, note })
  })
}

// Whoever is on call and the reports may take the same rollout back at the same moment. Two calls for one bad release are
// one rollback: the second must not take the good release before it away, too. With `to` it is never held back.
const sameRollbackMs = 60_000

/** Why a rollback without `to` takes nothing more back; null: it does. */
async function whyOnce({ trx, at }: Change, { rollout, stable }: RemoteDeployment): Promise<string | null> {
  if (rollout?.status !== 'rolled-back') return null
  const row = await trx
    .selectFrom('rollout')
    .select('changed_at')
    .where('id', '=', rollout.id)
    .executeTakeFirstOrThrow()
  const agoMs = at - row.changed_at
  if (agoMs >= sameRollbackMs) return null
  return `Nothing was changed: ${rollout.to} was taken back ${Math.round(agoMs / 1_000)} seconds ago (${rollout.reason}), and everyone has ${stable}. To go back further, name the release with "to" (\`--to <version>\`).`
}
