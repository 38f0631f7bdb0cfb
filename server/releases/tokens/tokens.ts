import { paths } from '@portico/kit/paths.ts'
import { CreateTokenSchema } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { makeChange } from '../changes/make-change.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { ensureAdminToken, warnAboutAdminToken } from './admin-token.ts'
import { requireToken } from './require-token.ts'
import { createToken, listTokens, revokeToken } from './token-repository.ts'

const dayMs = 24 * 3_600_000

/** `/-/tokens`: creating, listing and revoking tokens of the release API; `/-/tokens/current` is that of the request. */
export async function tokens(
  app: FastifyInstance,
  services: ReleaseStorage & Pick<Database, 'onceAvailable'>,
): Promise<void> {
  const { db } = services
  const warn = () => warnAboutAdminToken(services, app.log)
  await services.onceAvailable(async () => {
    await ensureAdminToken(services)
    await warn()
  })
  const onError = (error: unknown) => app.log.error({ err: error }, 'admin token')
  app.addHook('onClose', runPeriodically(warn, { everyMs: dayMs, onError }))

  app.get(paths.tokens, async (request) => {
    await requireToken(db, request, 'admin')
    return { tokens: await listTokens(db) }
  })

  app.get(paths.ownToken, (request) => requireToken(db, request, 'any'))

  app.post(paths.tokens, async (request, reply) => {
    const actor = await requireToken(db, request, 'admin')
    const body = parseBody(CreateTokenSchema, request.body)
    const created = await makeChange(services, actor, async ({ trx, audit }) => {
      const token = await createToken(trx, body)
      const { secret: _secret, ...after } = token
      audit({ what: 'token.create', after })
      return token
    })
    return reply.code(201).send(created)
  })

  app.delete<{ Params: { id: string } }>(`${paths.tokens}/:id`, async (request, reply) => {
    const actor = await requireToken(db, request, 'admin')
    const { id } = request.params
    await makeChange(services, actor, async ({ trx, audit }) => {
      if (!(await revokeToken(trx, id)))
        throw new Problem('token-unknown', {
          hint: 'List the active tokens with `token list`.',
        })
      audit({ what: 'token.revoke', before: { id } })
    })
    return reply.code(204).send()
  })
}
