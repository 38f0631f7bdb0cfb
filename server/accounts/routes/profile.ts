import { ChangePasswordSchema, DeleteAccountSchema, UpdateSchema } from '@portico/kit/account/account-api.ts'
import { oauthReturnPath, profileUpdatePath, usernameView } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { APIError } from 'better-auth/api'
import type { FastifyInstance } from 'fastify'
import { isUniqueViolation } from '../../database/unique-violation.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import {
  type AccountContext,
  forwardCookies,
  getAuthHeaders,
  requireSession,
} from '../auth/account-context.ts'
import { requireStrongPassword } from '../auth/password-strength.ts'
import { createUsernameTaken, isUsernameTaken, requireAllowedUsername } from '../auth/reserved-usernames.ts'
import { getProfile, getVisitor } from '../auth/visitor.ts'
import { sendAccountDeleted, sendPasswordChanged } from './account-emails.ts'
import { addFormRoute } from './form-route.ts'

const detailsPage = {
  path: profileUpdatePath,
  access: 'private',
  keeps: ['name', 'username'],
  success: 'profile-saved',
} as const
const usernamePage = {
  path: oauthReturnPath,
  view: usernameView,
  access: 'auth',
  keeps: ['username'],
} as const
const passwordPage = { path: profileUpdatePath, access: 'private', success: 'password-changed' } as const
const deletePage = { path: profileUpdatePath, access: 'private', leadsTo: '/' } as const

/** Routes for reading and changing one's own account. */
export function profileRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, limits } = context

  app.get(accountPaths.profile, async (request, reply) => {
    const { user } = await requireSession(context, request, reply)
    return getProfile(context, user.id)
  })

  addFormRoute(app, accountPaths.update, {
    context,
    // A visitor from a provider has no username yet.
    page: (visitor) => (visitor?.done === false ? usernamePage : detailsPage),
    async handle(request, reply) {
      const { name, username } = parseBody(UpdateSchema, request.body)
      const { user } = await requireSession(context, request, reply)
      await limits.byAccount('update', user.id)
      if (username && username.toLowerCase() !== user.username) {
        requireAllowedUsername(username, context.site.name)
        if (await isUsernameTaken(context.db, username, user.id)) throw createUsernameTaken()
      }
      const changes = {
        ...(name ? { name } : {}),
        ...(username ? { username, displayUsername: username } : {}),
      }
      if (Object.keys(changes).length > 0) {
        await auth.api
          .updateUser({ body: changes, headers: getAuthHeaders(request) })
          .catch(toUsernameProblem)
      }
      return getProfile(context, user.id)
    },
  })

  addFormRoute(app, accountPaths.deleteAccount, {
    context,
    page: deletePage,
    async handle(request, reply) {
      const { password } = parseBody(DeleteAccountSchema, request.body)
      const { user } = await requireSession(context, request, reply)
      await limits.byAccount('password', user.id)
      const { headers } = await auth.api
        .deleteUser({ body: { password }, headers: getAuthHeaders(request), returnHeaders: true })
        .catch(toPasswordProblem('password'))
      forwardCookies(reply, headers)
      sendAccountDeleted(context, { ...user, requester: request.ip })
      return { visitor: null }
    },
  })
}

/** Changes the password of a visitor who knows the current one. */
export function changePasswordRoute(app: FastifyInstance, context: AccountContext): void {
  const { auth, limits, site } = context
  addFormRoute(app, accountPaths.changePassword, {
    context,
    page: passwordPage,
    async handle(request, reply) {
      const { currentPassword, newPassword } = parseBody(ChangePasswordSchema, request.body)
      const { user } = await requireSession(context, request, reply)
      await limits.byAccount('password', user.id)
      if (newPassword === currentPassword) {
        const message = 'This is your current password. Choose another one.'
        throw new Problem('invalid-request', { fields: { newPassword: message } })
      }
      const about = [user.displayUsername ?? '', user.email, site.name]
      await requireStrongPassword(newPassword, { field: 'newPassword', about })
      const { headers } = await auth.api
        .changePassword({
          body: { currentPassword, newPassword, revokeOtherSessions: true },
          headers: getAuthHeaders(request),
          returnHeaders: true,
        })
        .catch(toPasswordProblem('currentPassword'))
      forwardCookies(reply, headers)
      sendPasswordChanged(
        context,
        { ...user, requester: request.ip },
        'You have been logged out everywhere else.',
      )
      return { visitor: await getVisitor(context, user.id) }
    },
  })
}

function toUsernameProblem(cause: unknown): never {
  const isTaken = cause instanceof APIError && cause.body?.code === 'USERNAME_IS_ALREADY_TAKEN'
  if (!isTaken && !isUniqueViolation(cause)) throw cause
  throw createUsernameTaken()
}

function toPasswordProblem(field: string) {
  return (cause: unknown): never => {
    const code = cause instanceof APIError ? cause.body?.code : undefined
    if (code === 'INVALID_PASSWORD') {
      throw new Problem('password-incorrect', { fields: { [field]: 'This password is incorrect.' } })
    }
    if (code === 'CREDENTIAL_ACCOUNT_NOT_FOUND') {
      throw new Problem('no-password', {
        detail: 'You sign in through a provider. Reset your password to set one.',
      })
    }
    throw cause
  }
}
