import { loginPath, verifyPath } from '@portico/kit/account/account-pages.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { explainErrors } from '../../http/html/explain-errors.ts'
import { html } from '../../http/html/html.ts'
import { type Exchange, sendSitePage } from '../../http/html/site-page.ts'
import { Problem } from '../../http/problems/errors.ts'
import { acceptForms } from '../../http/requests/accept-forms.ts'
import { type AccountContext, readSession } from '../auth/account-context.ts'
import { confirmEmail } from '../auth/auth.ts'
import { toUnicodeEmail } from '../auth/visitor.ts'
import { findLinkUser, linkPurposes, readToken } from './link-token.ts'
import { getEmailName } from './send-email.ts'
import { confirmPath } from './verification-email.ts'

// The link works in any browser, with or without a session, and creates none. It is used up
// by a box that a person ticks in a browser: email scanners open links, and some submit forms, as they find them. The site's own page continues with the visitor's session; a browser without it,
// such as a phone's, shows here that the address is verified.
const TickedSchema = v.object({ mine: v.literal('on') })

const verifiedPage = `${confirmPath}?verified`

/** The page that the link in a verification email opens, and its button. */
export function confirmPage(app: FastifyInstance, context: AccountContext): void {
  const { auth, limits } = context
  app.register(async (scope) => {
    acceptForms(scope)
    explainErrors(scope, context)
    scope.get(confirmPath, async (request, reply) => {
      await limits.byAddress('verify', request.ip)
      if (request.url === verifiedPage) return sendVerified(context, { request, reply })
      return sendLink(context, { request, reply }, readToken(request.query))
    })

    scope.post(confirmPath, async (request, reply) => {
      await limits.byAddress('verify', request.ip)
      if (request.headers.origin === undefined) throw new Problem('origin-not-allowed')
      const token = readToken(request.body)
      if (!v.is(TickedSchema, request.body)) return sendLink(context, { request, reply }, token)
      const { internalAdapter } = await auth.$context
      const consumed = token && (await internalAdapter.consumeVerificationValue(linkPurposes.confirm + token))
      if (!consumed) return sendExpired(context, { request, reply })
      await confirmEmail(context, consumed.value)
      const session = await readSession(context, request, reply)
      return reply.redirect(session?.user.id === consumed.value ? verifyPath : verifiedPage, 303)
    })
  })
}

async function sendLink(context: AccountContext, exchange: Exchange, token: string | null) {
  const user = await findLinkUser(context, linkPurposes.confirm, token)
  return user && token
    ? sendConfirmation(context, exchange, { ...user, token })
    : sendExpired(context, exchange)
}

interface Confirmation {
  readonly displayUsername: string | null
  readonly email: string
  readonly token: string
}

function sendConfirmation(
  context: AccountContext,
  exchange: Exchange,
  { displayUsername, email, token }: Confirmation,
): Promise<FastifyReply> {
  return sendSitePage(context, exchange, {
    title: 'Verify your email address',
    body: html`<form method="post" action="${confirmPath}">
<input type="hidden" name="token" value="${token}">
<p><label><input type="checkbox" name="mine" required> <strong>${toUnicodeEmail(email)}</strong> is my email address, and <strong>${getEmailName(displayUsername)}</strong> is my account.</label></p>
<button class="button" type="submit">Verify</button>
</form>
<p class="muted">If not, close this page. Unverified accounts are deleted.</p>`,
  })
}

function sendVerified(context: AccountContext, exchange: Exchange): Promise<FastifyReply> {
  return sendSitePage(context, exchange, {
    title: 'Email verified',
    body: html`<p role="status">Thank you, your email address is verified. You can close this page and continue where you registered, or
log in here.</p>
<p><a class="button" href="${loginPath}">Log in</a></p>`,
  })
}

function sendExpired(context: AccountContext, exchange: Exchange): Promise<FastifyReply> {
  exchange.request.server.reportSecurityEvent(exchange.request, 'link-expired')
  exchange.reply.code(410)
  return sendSitePage(context, exchange, {
    title: 'This link has expired',
    body: html`<p>It was already used, or it is too old. If your address isn’t verified yet, log in and request a new email.</p>
<p><a class="button" href="${verifyPath}">Continue</a></p>`,
  })
}
