import {
  ChangePasswordSchema,
  DeleteAccountSchema,
  type ProfileResponse,
  UpdateSchema,
} from '@portico/shared/account/account-api.ts'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { APIError } from 'better-auth/api'
import type { FastifyInstance } from 'fastify'
import { isUniqueViolation } from '../../database/unique-violation.ts'
import { Problem } from '../../http/problems/errors.ts'
import { post } from '../../http/requests/add-post-route.ts'
import { type AccountContext, headersOf, passCookies, requireSession } from '../auth/account-context.ts'
import { visitorBy } from './session.ts'

/** What a visitor reads and changes of their own account. */
export function profileRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, limits } = context

  app.get(accountPaths.profile, async (request, reply) => {
    const { user } = await requireSession(context, request, reply)
    return profileOf(context, user.id)
  })

  post(app, accountPaths.update, {
    schema: UpdateSchema,
    async answer({ name, username }, { request, reply }) {
      const { user } = await requireSession(context, request, reply)
      await limits.byAccount('update', user.id)
      const changes = {
        ...(name ? { name } : {}),
        ...(username ? { username, displayUsername: username } : {}),
      }
      if (Object.keys(changes).length > 0) {
        await auth.api.updateUser({ body: changes, headers: headersOf(request) }).catch(nameTaken)
      }
      return profileOf(context, user.id)
    },
  })

  post(app, accountPaths.changePassword, {
    schema: ChangePasswordSchema,
    async answer({ currentPassword, newPassword }, { request, reply }) {
      const { user } = await requireSession(context, request, reply)
      await limits.byAccount('password', user.id)
      const { headers } = await auth.api
        .changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: headersOf(request),
          returnHeaders: true,
        })
        .catch(passwordProblem('currentPassword'))
      passCookies(reply, headers)
      return { visitor: await visitorBy(context, user.id) }
    },
  })

  post(app, accountPaths.deleteAccount, {
    schema: DeleteAccountSchema,
    async answer({ password }, { request, reply }) {
      const { user } = await requireSession(context, request, reply)
      await limits.byAccount('password', user.id)
      const { headers } = await auth.api
        .deleteUser({ body: { password }, headers: headersOf(request), returnHeaders: true })
        .catch(passwordProblem('password'))
      passCookies(reply, headers)
      return { visitor: null }
    },
  })
}

async function profileOf(context: AccountContext, userId: string): Promise<ProfileResponse> {
  const visitor = await visitorBy(context, userId)
  const { name, createdAt } = await context.db
    .selectFrom('user')
    .select(['name', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const password = await context.db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  const profile = { name, hasPassword: password !== undefined, createdAt: new Date(createdAt).toISOString() }
  return { visitor, profile }
}

function nameTaken(cause: unknown): never {
  const isTaken = cause instanceof APIError && cause.body?.code === 'USERNAME_IS_ALREADY_TAKEN'
  if (!isTaken && !isUniqueViolation(cause)) throw cause
  throw new Problem('username-taken', { fields: { username: 'This username is taken. Choose another one.' } })
}

function passwordProblem(field: string) {
  return (cause: unknown): never => {
    const code = cause instanceof APIError ? cause.body?.code : undefined
    if (code === 'INVALID_PASSWORD') {
      throw new Problem('password-wrong', { fields: { [field]: 'This is not your password.' } })
    }
    if (code === 'CREDENTIAL_ACCOUNT_NOT_FOUND') {
      throw new Problem('password-missing', {
        detail: 'You sign in through a provider. Reset your password to set one.',
      })
    }
    throw cause
  }
}
