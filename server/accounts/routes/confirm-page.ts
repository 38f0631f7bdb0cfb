import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { html } from '../../http/html/html.ts'
import { sendPlainPage } from '../../http/html/plain-page.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { confirmEmail } from '../auth/auth.ts'
import { confirmPath, getEmailName, getLinkIdentifier } from './verification-email.ts'

const TokenSchema = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }) // 32 bytes in base64url

// The link works in any browser, with or without a session, and makes none. Only the button spends it: mail scanners
// open links, but press no buttons. Afterwards the site's own page takes over, which knows whether a session is here.
const nextPage = '/profile/verify'

/** The page that the link in a verification mail opens, and its button. */
export function confirmPage(app: FastifyInstance, context: AccountContext): void {
  // In a scope of its own: no other call takes what a form sends.
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
    const token = tokenIn(request.query)
    const { internalAdapter } = await auth.$context
    const kept = token && (await internalAdapter.findVerificationValue(getLinkIdentifier(token)))
    const user = kept && kept.expiresAt > new Date() ? await findUser(context, kept.value) : undefined
    return user && token ? askToConfirm(reply, { ...user, token }) : linkIsOver(reply)
  })

  app.post(confirmPath, async (request, reply) => {
    await limits.byAddress('verify', request.ip)
    const token = tokenIn(request.body)
    const { internalAdapter } = await auth.$context
    const spent = token && (await internalAdapter.consumeVerificationValue(getLinkIdentifier(token)))
    if (!spent) return linkIsOver(reply)
    await confirmEmail(context, spent.value)
    return reply.redirect(nextPage, 303)
  })
}

function findUser({ db }: AccountContext, id: string) {
  return db.selectFrom('user').select(['displayUsername', 'email']).where('id', '=', id).executeTakeFirst()
}

function tokenIn(fields: unknown): string | null {
  const parsed = v.safeParse(TokenSchema, fields)
  return parsed.success ? parsed.output.token : null
}

interface Asked {
  readonly displayUsername: string | null
  readonly email: string
  readonly token: string
}

function askToConfirm(reply: FastifyReply, given: Asked) {
  return sendPlainPage(reply, {
    title: 'Confirm your email address',
    body: html`<p>Does the account <strong>${getEmailName(given.displayUsername)}</strong> with <strong>${given.email}</strong> belong to you?</p>
<form method="post" action="${confirmPath}">
<input type="hidden" name="token" value="${given.token}">
<button type="submit">Confirm</button>
</form>
<p>If it does not, close this page: an account that is not confirmed is removed.</p>`,
  })
}

function linkIsOver(reply: FastifyReply) {
  reply.code(410)
  return sendPlainPage(reply, {
    title: 'This link is no longer valid',
    body: html`<p>It was used already, or it is too old. <a href="${nextPage}">Go to the site</a>: if your address is not
confirmed yet, you can ask for a new mail there.</p>`,
  })
}
