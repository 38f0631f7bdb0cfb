import { RequestResetSchema } from '@portico/kit/account/account-api.ts'
import { loginPath, profileUpdatePath, resetView } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { getNext } from '@portico/protocol/session/access.ts'
import type { FastifyInstance } from 'fastify'
import { parseBody } from '../../http/requests/parse-body.ts'
import { resetWindowMinutes } from '../account-limits.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { readKnownDevice } from '../auth/known-device.ts'
import { requireEmail } from '../auth/require-email.ts'
import { addFormRoute } from './form-route.ts'
import { createLinkToken, linkPurposes } from './link-token.ts'
import { sendEmail } from './send-email.ts'

const success = 'link-sent'
const loginPage = { path: loginPath, view: resetView, access: 'auth', keeps: ['email'], success } as const
const profilePage = { path: profileUpdatePath, access: 'private', success } as const

const maxNextLength = 500 // of a link in an email
// Longer than the limit for requests lasts, so that an address that has reached its limit has a link that works.
const linkMinutes = resetWindowMinutes + 15

/**
 * `POST reset/request` emails a link to an address that has an account; the response never says whether it has one. An
 * address that gets no further email has a link that still works, so nobody can lock the owner out by requesting many.
 */
export function requestResetRoute(app: FastifyInstance, context: AccountContext): void {
  const { configuration, limits, log } = context
  addFormRoute(app, accountPaths.requestReset, {
    context,
    // A visitor from a provider sets their first password with it.
    page: (visitor) => (visitor?.done ? profilePage : loginPage),
    async handle(request, reply) {
      const { email } = parseBody(RequestResetSchema, request.body)
      requireEmail(configuration)
      await limits.byAddress('request-reset', request.ip)
      const user = await findUser(context, email)
      const device = user === undefined ? null : readKnownDevice(request, user.id, configuration)
      const { remaining } = await limits.countByAccount('request-reset', `${email} ${device ?? ''}`)
      // Not awaited, so that the response time doesn't reveal it either.
      if (user !== undefined && remaining >= 0)
        sendReset(context, { ...user, requester: request.ip }, getNext(request.url)).catch((error) =>
          log.error({ err: error }, 'reset'),
        )
      reply.code(202)
      return { accepted: true as const }
    },
  })
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** `next`: the page that the visitor wants, which the link passes on. */
async function sendReset(
  context: AccountContext,
  user: User & { readonly requester: string },
  next: string | null,
): Promise<void> {
  const token = await createLinkToken(context, linkPurposes.reset, { userId: user.id, minutes: linkMinutes })
  const query = new URLSearchParams({ token, ...(next !== null && next.length <= maxNextLength && { next }) })
  sendEmail(context, user, (name) => ({
    subject: 'Reset your password',
    paragraphs: [`We received a request to reset the password of the account "${name}".`],
    link: {
      label: `Choose a new password within ${linkMinutes} minutes`,
      path: `${accountPaths.reset}?${query}`,
    },
    closing: "If you didn't request this, ignore this email. Your password stays the same.",
  }))
}

function findUser({ db }: AccountContext, email: string) {
  return db
    .selectFrom('user')
    .select(['id', 'email', 'displayUsername'])
    .where('email', '=', email)
    .executeTakeFirst()
}
