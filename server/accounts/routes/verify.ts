import { EmptySchema, VerifySchema } from '@portico/kit/account/account-api.ts'
import { verifyPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { type AccountContext, getAuthHeaders, requireSession } from '../auth/account-context.ts'
import { requireEmail } from '../auth/require-email.ts'
import { getVisitor } from '../auth/visitor.ts'
import { countCodeAttempt } from './code-attempts.ts'
import { addFormRoute } from './form-route.ts'
import { sendVerificationEmail } from './verification-email.ts'

const verifyPage = { path: verifyPath, access: 'verify' } as const

/** `POST verify` with the emailed code, and `POST verify/send` for a new one. Both need a session and keep it. */
export function verifyRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, limits } = context

  addFormRoute(app, accountPaths.verify, {
    context,
    page: verifyPage,
    async handle(request, reply) {
      const { code } = parseBody(VerifySchema, request.body)
      await limits.byAddress('verify', request.ip)
      const { user } = await requireSession(context, request, reply)
      if (!user.emailVerified) {
        await limits.byAccount('verify', user.id)
        const toCodeProblem = await countCodeAttempt(limits, user.id)
        await auth.api
          .verifyEmailOTP({ body: { email: user.email, otp: code }, headers: getAuthHeaders(request) })
          .catch(toCodeProblem)
      }
      return { visitor: await getVisitor(context, user.id) }
    },
  })

  addFormRoute(app, accountPaths.sendCode, {
    context,
    page: { ...verifyPage, success: 'code-sent' },
    async handle(request, reply) {
      parseBody(EmptySchema, request.body)
      requireEmail(context.configuration)
      await limits.byAddress('send-code', request.ip)
      const { user } = await requireSession(context, request, reply)
      if (user.emailVerified) throw new Problem('already-verified')
      await limits.byAccount('send-code', user.email)
      await limits.forget('verify-code', user.id)
      const { id, email, displayUsername: username } = user
      await sendVerificationEmail(context, { id, email, username, requester: request.ip })
      reply.code(202)
      return { accepted: true as const }
    },
  })
}
