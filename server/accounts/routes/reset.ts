import { RequestResetSchema, ResetSchema } from '@portico/shared/account/account-api.ts'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import type { FastifyInstance } from 'fastify'
import { renderEmail } from '../../email/email-template.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { codeMinutes } from '../auth/auth.ts'
import { getEmailName } from './verification-email.ts'
import { toCodeProblem } from './verify.ts'

/** `POST reset/request` emails a code, `POST reset` uses it. Neither reveals whether an address has an account. */
export function resetRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, limits, log } = context

  app.post(accountPaths.requestReset, async (request, reply) => {
    const { email } = parseBody(RequestResetSchema, request.body)
    await limits.byAddress('request-reset', request.ip)
    await limits.byAccount('request-reset', email)
    // Not awaited, so that the response time doesn't reveal it either.
    sendReset(context, email).catch((error) => log.error({ err: error }, 'reset'))
    reply.code(202)
    return { accepted: true }
  })

  app.post(accountPaths.reset, async (request) => {
    const { email, code, newPassword } = parseBody(ResetSchema, request.body)
    await limits.byAddress('reset', request.ip)
    await limits.byAccount('reset', email)
    await auth.api
      .resetPasswordEmailOTP({ body: { email, otp: code, password: newPassword } })
      .catch(toCodeProblem)
    const user = await findUser(context, email)
    if (user) await limits.forget('sign-in', user.id) // failed guesses of a stranger don't lock out the owner of the address
    return { visitor: null }
  })
}

async function sendReset(context: AccountContext, email: string): Promise<void> {
  const user = await findUser(context, email)
  if (!user) return
  const code = await context.auth.api.createVerificationOTP({ body: { email, type: 'forget-password' } })
  context.outbox.send(
    renderEmail(
      { name: getEmailName(user.displayUsername), address: email },
      {
        site: context.site.name,
        subject: 'Reset your password',
        paragraphs: [
          `We received a request to reset the password of the account "${getEmailName(user.displayUsername)}".`,
          `To choose a new password, enter this code within ${codeMinutes} minutes:`,
        ],
        code,
        closing: "If you didn't request this, ignore this email. Your password stays the same.",
      },
    ),
  )
}

function findUser({ db }: AccountContext, email: string) {
  return db.selectFrom('user').select(['id', 'displayUsername']).where('email', '=', email).executeTakeFirst()
}
