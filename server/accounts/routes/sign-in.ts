import { EmptySchema, SignInSchema } from '@portico/kit/account/account-api.ts'
import { loginPath, logoutPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { toAsciiEmail } from '@portico/kit/account/email-address.ts'
import { APIError } from 'better-auth/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { type AccountContext, forwardCookies, getAuthHeaders, readSession } from '../auth/account-context.ts'
import { readKnownDevice, setKnownDevice } from '../auth/known-device.ts'
import { getVisitor, toVisitor } from '../auth/visitor.ts'
import { addFormRoute } from './form-route.ts'

const loginPage = { path: loginPath, access: 'auth', keeps: ['login'] } as const
const logoutPage = { path: logoutPath, access: 'logout' } as const

/** `GET session`, the visitor of the session cookie or null; `POST sign-in` by username or email address; `POST sign-out`. */
export function signInRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, configuration, limits, passwords } = context

  app.get(accountPaths.session, async (request, reply) => {
    const known = context.peekSession(request)
    if (known !== null) return { visitor: { ...known.record, email: known.email } }
    const session = await readSession(context, request, reply)
    return { visitor: session === null ? null : await toVisitor(context, session.user) }
  })

  addFormRoute(app, accountPaths.signIn, {
    context,
    page: loginPage,
    async handle(request, reply) {
      const { login: typed, password } = parseBody(SignInSchema, request.body)
      const login = toAsciiEmail(typed.toLowerCase())
      await limits.byAddress('sign-in', request.ip)
      const user = await findByLogin(context, login)
      const device = user === undefined ? null : readKnownDevice(request, user.id, configuration)
      const owner = { address: request.ip, isKnown: device !== null }
      passwords.hashFor(owner, passwords.requireRoom) // before the attempt is counted
      const uncountAttempt = await limits.byAttempt({ who: user?.id ?? login, address: request.ip, device })
      // The same path for known and unknown logins: better-auth hashes the password for an unknown address as well.
      const body = { email: user?.email ?? 'nobody@portico.invalid', password }
      const { headers, response } = await passwords
        .hashFor(owner, () => auth.api.signInEmail({ body, returnHeaders: true }))
        .catch(async (cause: unknown) => {
          const problem = toSignInProblem(cause)
          if (problem === cause) await uncountAttempt()
          throw problem
        })
      await uncountAttempt()
      forwardCookies(reply, headers)
      setKnownDevice(request, reply, { userId: response.user.id, configuration })
      await endPreviousSession(context, request)
      return { visitor: await getVisitor(context, response.user.id) }
    },
  })

  addFormRoute(app, accountPaths.signOut, {
    context,
    page: logoutPage,
    async handle(request, reply) {
      parseBody(EmptySchema, request.body)
      const { headers } = await auth.api.signOut({ headers: getAuthHeaders(request), returnHeaders: true })
      forwardCookies(reply, headers)
      return { visitor: null }
    },
  })
}

/** Ends the request's session after another one has replaced it. */
export async function endPreviousSession({ auth }: AccountContext, request: FastifyRequest): Promise<void> {
  if (request.headers.cookie === undefined) return
  await auth.api.signOut({ headers: getAuthHeaders(request) }) // its cookies are dropped, so that the new ones stay
}

function findByLogin({ db }: AccountContext, login: string) {
  const column = login.includes('@') ? 'email' : 'username'
  return db.selectFrom('user').select(['id', 'email']).where(column, '=', login).executeTakeFirst()
}

/** `sign-in-failed` if the password was wrong, otherwise the same error. */
function toSignInProblem(cause: unknown): unknown {
  return cause instanceof APIError && cause.statusCode < 500 ? new Problem('sign-in-failed') : cause
}
