import { RequestResetSchema } from '@portico/shared/account/account-api.ts'
import { accountPaths } from '@portico/shared/account/account-paths.ts'
import type { FastifyInstance } from 'fastify'
import { renderEmail } from '../../email/email-template.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { readKnownDevice } from '../auth/known-device.ts'
import { requireEmail } from '../auth/require-email.ts'
import { createResetToken, resetLinkMinutes } from './reset-token.ts'
import { getEmailName } from './verification-email.ts'

/**
 * `POST reset/request` emails a link to an address that has an account; the response never says whether it has one. An
 * address that gets no further email has a link that still works, so nobody can lock the owner out by requesting many.
 */
export function requestResetRoute(app: FastifyInstance, context: AccountContext): void {
  const { configuration, limits, log } = context
  app.post(accountPaths.requestReset, async (request, reply) => {
    const { email } = parseBody(RequestResetSchema, request.body)
    requireEmail(configuration)
    await limits.byAddress('request-reset', request.ip)
    const user = await findUser(context, email)
    const device = user === undefined ? null : readKnownDevice(request, user.id, configuration)
    const { left } = await limits.countByAccount('request-reset', `${email} ${device ?? ''}`)
    // Not awaited, so that the response time doesn't reveal it either.
    if (user !== undefined && left >= 0)
      sendReset(context, user).catch((error) => log.error({ err: error }, 'reset'))
    reply.code(202)
    return { accepted: true }
  })
}

interface User {
  readonly id: string
  readonly email: string
  readonly displayUsername: string | null
}

async function sendReset(context: AccountContext, user: User): Promise<void> {
  const { configuration, outbox, site } = context
  const name = getEmailName(user.displayUsername)
  const token = await createResetToken(context, user.id)
  outbox.send(
    renderEmail(
      { name, address: user.email },
      {
        site: site.name,
        subject: 'Reset your password',
        paragraphs: [`We received a request to reset the password of the account "${name}".`],
        link: {
          label: `Choose a new password within ${resetLinkMinutes} minutes`,
          url: `${configuration.publicUrl}${accountPaths.reset}?token=${token}`,
        },
        closing: "If you didn't request this, ignore this email. Your password stays the same.",
      },
    ),
  )
}

function findUser({ db }: AccountContext, email: string): Promise<User | undefined> {
  return db
    .selectFrom('user')
    .select(['id', 'email', 'displayUsername'])
    .where('email', '=', email)
    .executeTakeFirst()
}
