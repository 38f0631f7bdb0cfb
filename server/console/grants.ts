import { consolePaths } from '@portico/protocol/console-paths.ts'
import { GrantSchema } from '@portico/protocol/tokens/grant-api.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/tables.ts'
import { Problem } from '../http/problems/errors.ts'
import { parseBody } from '../http/requests/parse-body.ts'
import { makeChange } from '../releases/changes/make-change.ts'
import type { ReleaseStorage } from '../releases/storage/release-store.ts'
import { requireToken } from '../releases/tokens/require-token.ts'
import { findAccount, findGrant, grant, listGrants, revokeGrant } from './grant-repository.ts'

interface GrantRequest {
  readonly Params: { readonly username: string }
}

const path = `${consolePaths.grants}/:username`

/** `/-/grants`: what accounts may do with the release API, in the console. A change ends the account's sessions there. */
export async function grants(app: FastifyInstance, services: ReleaseStorage): Promise<void> {
  const { db } = services
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get(consolePaths.grants, async (request) => {
    await requireToken(db, request, 'admin')
    return { grants: await listGrants(db) }
  })

  app.put<GrantRequest>(path, async (request) => {
    const actor = await requireToken(db, request, 'admin')
    const { scopes } = parseBody(GrantSchema, request.body)
    const username = request.params.username.toLowerCase()
    await makeChange(services, actor, async (change) => {
      const { userId, before } = await readGrant(change.trx, username)
      await grant(change, { userId, username, scopes })
      change.audit({ what: 'grant.set', before, after: { username, scopes } })
    })
    return { grants: await listGrants(db) }
  })

  app.delete<GrantRequest>(path, async (request, reply) => {
    const actor = await requireToken(db, request, 'admin')
    const username = request.params.username.toLowerCase()
    await makeChange(services, actor, async (change) => {
      const { userId, before } = await readGrant(change.trx, username)
      if (before === null)
        throw new Problem('token-unknown', {
          detail: `The account ${username} has no scopes.`,
          hint: '`grant list` shows the accounts that have some.',
        })
      await revokeGrant(change, userId)
      change.audit({ what: 'grant.revoke', before })
    })
    return reply.code(204).send()
  })
}

/** The account, and what it may do until now. Throws `account-unknown`. */
async function readGrant(trx: Db, username: string) {
  const userId = await findAccount(trx, username)
  if (userId === null)
    throw new Problem('account-unknown', { hint: 'Check the username. The account has to sign up first.' })
  const token = await findGrant(trx, userId)
  return { userId, before: token === null ? null : { username, scopes: token.scopes } }
}
