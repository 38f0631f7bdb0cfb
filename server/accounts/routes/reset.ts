import { RequestResetSchema, ResetSchema } from '@portico/shared/account/account-api.ts'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import type { FastifyInstance } from 'fastify'
import { renderEmail } from '../../email/email-template.ts'
import { Problem } from '../../http/problems/errors.ts'
import { codeMinutes } from '../../http/rate-limits.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { requireStrongPassword } from '../auth/password-strength.ts'
import { sendPasswordChanged } from './account-emails.ts'
import { countCodeAttempt } from './code-attempts.ts'
import { getEmailName } from './verification-email.ts'

/** `POST reset/request` emails a code, `POST reset` uses it. Neither reveals whether an address has an account. */
export function resetRoutes(app: FastifyInstance, context: AccountContext): void {
  const { auth, limits, log, site } = context

  app.post(accountPaths.requestReset, async (request, reply) => {
    const { email } = parseBody(RequestResetSchema, request.body)
    await limits.byAddress('request-reset', request.ip)
    await limits.byAccount('request-reset', email)
    await limits.forget('reset-code', email)
    // Not awaited, so that the response time doesn't reveal it either.
    sendReset(context, email).catch((error) => log.error({ err: error }, 'reset'))
    reply.code(202)
    return { accepted: true }
  })

  app.post(accountPaths.reset, async (request) => {
    const { email, code, newPassword } = parseBody(ResetSchema, request.body)
    await limits.byAddress('reset', request.ip)
    await limits.byAccount('reset', email)
    await requireStrongPassword(newPassword, { field: 'newPassword', about: [email, site.name] })
    const toCodeProblem = await countCodeAttempt(limits, 'reset-code', email)
    const user = await findUser(context, email)
    if (user) {
      // Before the code is used up; only its reader may learn anything about the account.
      const otp = { email, type: 'forget-password', otp: code } as const
      await auth.api.checkVerificationOTP({ body: otp }).catch(toCodeProblem)
      await requireOtherPassword(context, user, newPassword)
    }
    await auth.api
      .resetPasswordEmailOTP({ body: { email, otp: code, password: newPassword } })
      .catch(toCodeProblem)
    if (user) {
      await limits.forget('sign-in', user.id) // failed guesses of a stranger don't lock out the owner of the address
      sendPasswordChanged(context, { ...user, emailVerified: true }, 'You have been logged out everywhere.')
    }
    return { visitor: null }
  })
}

/** Throws `invalid-request` if the password is the account's own, or close to its username. */
async function requireOtherPassword(
  { db, passwords }: AccountContext,
  { id, displayUsername }: { readonly id: string; readonly displayUsername: string | null },
  password: string,
): Promise<void> {
  await requireStrongPassword(password, { field: 'newPassword', about: [displayUsername ?? ''] })
  const account = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password || !(await passwords.verify({ hash: account.password, password }))) return
  throw new Problem('invalid-request', {
    fields: { newPassword: 'This is your current password. Choose another one, or log in with it.' },
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
  return db
    .selectFrom('user')
    .select(['id', 'email', 'displayUsername'])
    .where('email', '=', email)
    .executeTakeFirst()
}
