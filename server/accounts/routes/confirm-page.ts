import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { html } from '../../http/html/html.ts'
import { sendPlainPage } from '../../http/html/plain-page.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { confirmEmail } from '../auth/auth.ts'
import { confirmPath, getEmailName, getLinkIdentifier } from './verification-email.ts'

const TokenSchema = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }) // 32 bytes in base64url

// The link works in any browser, with or without a session, and creates none. Only the button uses it up, because email
// scanners open links but press no buttons. The site's own page then knows whether there is a session.
const nextPage = '/profile/verify'

/** The page that the link in a verification email opens, and its button. */
export function confirmPage(app: FastifyInstance, context: AccountContext): void {
  // In its own scope, because no other route accepts form bodies.
  app.register(async (scope) => addPage(scope, context))
}

function addPage(app: FastifyInstance, context: AccountContext): void {
  const { auth, limits } = context
  const type = 'application/x-www-form-urlencoded'
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.get(confirmPath, async (request, reply) => {
    await limits.byAddress('verify', request.ip)
    const token = parseToken(request.query)
    const { internalAdapter } = await auth.$context
    const stored = token && (await internalAdapter.findVerificationValue(getLinkIdentifier(token)))
    const user = stored && stored.expiresAt > new Date() ? await findUser(context, stored.value) : undefined
    return user && token ? sendConfirmation(reply, { ...user, token }) : sendExpired(reply)
  })

  app.post(confirmPath, async (request, reply) => {
    await limits.byAddress('verify', request.ip)
    const token = parseToken(request.body)
    const { internalAdapter } = await auth.$context
    const consumed = token && (await internalAdapter.consumeVerificationValue(getLinkIdentifier(token)))
    if (!consumed) return sendExpired(reply)
    await confirmEmail(context, consumed.value)
    return reply.redirect(nextPage, 303)
  })
}

function findUser({ db }: AccountContext, id: string) {
  return db.selectFrom('user').select(['displayUsername', 'email']).where('id', '=', id).executeTakeFirst()
}

function parseToken(fields: unknown): string | null {
  const parsed = v.safeParse(TokenSchema, fields)
  return parsed.success ? parsed.output.token : null
}

interface Confirmation {
  readonly displayUsername: string | null
  readonly email: string
  readonly token: string
}

function sendConfirmation(reply: FastifyReply, confirmation: Confirmation) {
  return sendPlainPage(reply, {
    title: 'Verify your email address',
    body: html`<p>Is <strong>${confirmation.email}</strong> your email address, and <strong>${getEmailName(confirmation.displayUsername)}</strong> your account?</p>
<form method="post" action="${confirmPath}">
<input type="hidden" name="token" value="${confirmation.token}">
<button type="submit">Verify</button>
</form>
<p>If not, close this page. Unverified accounts are deleted.</p>`,
  })
}

function sendExpired(reply: FastifyReply) {
  reply.code(410)
  return sendPlainPage(reply, {
    title: 'This link has expired',
    body: html`<p>It was already used, or it is too old. If you still need to verify your address, <a href="${nextPage}">go to the
site</a> and request a new email.</p>`,
  })
}
