import { SendCodeSchema, VerifySchema } from '@portico/kit/account/account-api.ts'
import { verifyPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { AccountLimits } from '../account-limits.ts'
import { type AccountContext, requireSession, startSession } from '../auth/account-context.ts'
import { confirmEmail } from '../auth/auth.ts'
import { requireEmail } from '../auth/require-email.ts'
import { getVisitor } from '../auth/visitor.ts'
import { addFormRoute } from './form-route.ts'
import { replaceUnverified } from './sign-up.ts'
import { isCodeRight } from './verification-code.ts'
import { sendVerificationEmail } from './verification-email.ts'

const verifyPage = { path: verifyPath, access: 'verify' } as const

/** `POST verify` with the emailed code, and `POST verify/send` for a new one, also to another address. Both need a session. */
export function verifyRoutes(app: FastifyInstance, context: AccountContext): void {
  const { limits } = context

  addFormRoute(app, accountPaths.verify, {
    context,
    page: verifyPage,
    async handle(request, reply) {
      const { code } = parseBody(VerifySchema, request.body)
      await limits.byAddress('verify', request.ip)
      const { user } = await requireSession(context, request, reply)
      if (!user.emailVerified) {
        await limits.byAccount('verify', user.id)
        const problem = await countCodeAttempt(limits, user.id)
        if (!(await isCodeRight(context, user.id, code))) throw problem
        await confirmEmail(context, user.id)
      }
      return { visitor: await getVisitor(context, user.id) }
    },
  })

  addFormRoute(app, accountPaths.sendCode, {
    context,
    page: { ...verifyPage, success: 'code-sent', keeps: ['email'] },
    async handle(request, reply) {
      const { email } = parseBody(SendCodeSchema, request.body)
      requireEmail(context.configuration)
      await limits.byAddress('send-code', request.ip)
      const { user } = await requireSession(context, request, reply)
      if (user.emailVerified) throw new Problem('already-verified')
      const recipient = { ...user, email: email || user.email, requester: request.ip }
      if (recipient.email === user.email) {
        await limits.byAccount('send-code', user.email)
        await limits.forget('verify-code', user.id)
      } else {
        await limits.byAddress('sign-up', request.ip) // it reveals as much
        recipient.id = await replaceUnverified(context, recipient)
        await startSession(context, recipient.id, reply)
      }
      await sendVerificationEmail(context, recipient)
      reply.code(202)
      return { accepted: true as const }
    },
  })
}

/**
 * Counts an attempt to enter an emailed code; throws `code-invalid` if there have been too many. Returns the problem of a wrong one,
 * which says how many attempts are left.
 */
async function countCodeAttempt(limits: AccountLimits, userId: string): Promise<Problem> {
  const { remaining } = await limits.countByAccount('verify-code', userId)
  if (remaining < 0) throw createProblem(`Too many wrong attempts: this code no longer works. ${sendNewCode}`)
  return createProblem(
    remaining === 0
      ? `This code is wrong, and has now been tried too often. ${sendNewCode}`
      : `This code is wrong or has expired. ${remaining} ${remaining === 1 ? 'try' : 'tries'} left.`,
  )
}

const sendNewCode = 'Choose “Send a new code”.' // the button's name

function createProblem(message: string): Problem {
  return new Problem('code-invalid', { fields: { code: message } })
}
