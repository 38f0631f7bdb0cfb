import { EmptySchema, SignInSchema } from '@portico/kit/account/account-api.ts'
import { loginPath, logoutPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseBody } from '../../http/requests/parse-body.ts'
import {
  type AccountContext,
  forwardCookies,
  getAuthHeaders,
  readSession,
  startSession,
} from '../auth/account-context.ts'
import { authenticate } from '../auth/authenticate.ts'
import { readKnownDevice, setKnownDevice } from '../auth/known-device.ts'
import { getVisitor, toVisitor } from '../auth/visitor.ts'
import { addFormRoute } from './form-route.ts'

const loginPage = { path: loginPath, access: 'auth', keeps: ['login'] } as const
const logoutPage = { path: logoutPath, access: 'logout' } as const

/** `GET session`, the visitor of the session cookie or null; `POST sign-in` by username or email address; `POST sign-out`. */
export function signInRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, configuration } = context

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
      const { login, password } = parseBody(SignInSchema, request.body)
      const userId = await authenticate(context, {
        login,
        password,
        address: request.ip,
        readDevice: (id) => readKnownDevice(request, id, configuration),
      })
      await startSession(context, userId, reply)
      setKnownDevice(request, reply, { userId, configuration })
      await endPreviousSession(context, request)
      return { visitor: await getVisitor(context, userId) }
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
