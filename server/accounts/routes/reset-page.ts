import { loginPath, resetView } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { PasswordSchema } from '@portico/kit/account/field-schemas.ts'
import { getNext } from '@portico/protocol/session/access.ts'
import { APIError } from 'better-auth/api'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { explainErrors } from '../../http/html/explain-errors.ts'
import { html } from '../../http/html/html.ts'
import { type Exchange, sendSitePage } from '../../http/html/site-page.ts'
import { Problem } from '../../http/problems/errors.ts'
import { acceptForms } from '../../http/requests/accept-forms.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { setKnownDevice } from '../auth/known-device.ts'
import { requireStrongPassword } from '../auth/password-strength.ts'
import { toUnicodeEmail } from '../auth/visitor.ts'
import { sendPasswordChanged } from './account-emails.ts'
import { getAddress } from './form-page.ts'
import { findLinkUser, linkPurposes, readToken } from './link-token.ts'

const FormSchema = v.object({ newPassword: PasswordSchema })

type User = NonNullable<Awaited<ReturnType<typeof findLinkUser>>>

/**
 * The page that the link in a reset email opens: a new password for the account. It works in any browser, signed in or not,
 * and without scripts.
 */
export function resetPage(app: FastifyInstance, context: AccountContext): void {
  app.register(async (scope) => {
    acceptForms(scope)
    explainErrors(scope, context)
    addPage(scope, context)
  })
}

function addPage(app: FastifyInstance, context: AccountContext): void {
  const { auth, configuration, db, limits } = context

  app.get(accountPaths.reset, async (request, reply) => {
    await limits.byAddress('reset', request.ip)
    const link = await readLink(context, request.query)
    return link === null
      ? sendExpired(context, { request, reply })
      : sendForm(context, { request, reply, ...link })
  })

  app.post(accountPaths.reset, async (request, reply) => {
    await limits.byAddress('reset', request.ip)
    const link = await readLink(context, request.body)
    if (link === null) return sendExpired(context, { request, reply })
    const { token, user } = link
    try {
      const { newPassword } = parseBody(FormSchema, request.body)
      await requireNewPassword(context, user, newPassword)
      await auth.api.resetPassword({ body: { token, newPassword } })
    } catch (cause) {
      if (cause instanceof APIError && cause.statusCode < 500) return sendExpired(context, { request, reply })
      const message = cause instanceof Problem ? cause.details.fields?.newPassword : undefined
      if (message === undefined) throw cause
      reply.code(400)
      return sendForm(context, { request, reply, ...link, message })
    }
    await db.deleteFrom('verification').where('value', '=', user.id).execute() // every link that was emailed to them
    await limits.forgetAttempts(user.id) // from strangers
    setKnownDevice(request, reply, { userId: user.id, configuration })
    const owner = { ...user, emailVerified: true, requester: request.ip }
    sendPasswordChanged(context, owner, 'You have been logged out everywhere.')
    return sendSitePage(
      context,
      { request, reply },
      {
        title: 'Password changed',
        body: html`<p role="status">You’ve been logged out everywhere. Log in with your new password.</p>
<p><a class="button" href="${getAddress({ path: loginPath }, getNext(request.url))}">Log in</a></p>`,
      },
    )
  })
}

async function readLink(context: AccountContext, fields: unknown) {
  const token = readToken(fields)
  const user = await findLinkUser(context, linkPurposes.reset, token)
  return user && token ? { token, user } : null
}

/** Throws `invalid-request` if a password is easy to guess, or the account's own. */
async function requireNewPassword(context: AccountContext, user: User, password: string): Promise<void> {
  const { db, passwords, site } = context
  const about = [user.email, user.displayUsername ?? '', site.name]
  await requireStrongPassword(password, { field: 'newPassword', about })
  const account = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', user.id)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  if (!account?.password || !(await passwords.verify({ hash: account.password, password }))) return
  throw new Problem('invalid-request', {
    fields: { newPassword: 'This is your current password. Choose another one, or log in with it.' },
  })
}

interface FormPage extends Exchange {
  readonly token: string
  readonly user: User
  /** What is wrong with the password that was sent. */
  readonly message?: string
}

function sendForm(
  context: AccountContext,
  { token, user, message, ...exchange }: FormPage,
): Promise<FastifyReply> {
  const error = message === undefined ? html`` : html`<p id="error" role="alert">${message}</p>`
  const isInvalid = message === undefined ? html`` : html` aria-invalid="true" aria-describedby="error"`
  return sendSitePage(context, exchange, {
    title: 'Set a new password',
    body: html`<form method="post" action="${getAddress({ path: accountPaths.reset }, getNext(exchange.request.url))}">
<input type="hidden" name="token" value="${token}">
<p>For the account of <strong>${toUnicodeEmail(user.email)}</strong>.</p>
<input type="text" name="username" autocomplete="username" value="${toUnicodeEmail(user.email)}" readonly hidden>
<label for="new-password">New password</label>
<input id="new-password" type="password" name="newPassword" autocomplete="new-password" required minlength="8" maxlength="128" autofocus${isInvalid}>
${error}
<button class="button" type="submit">Set password</button>
</form>
<p class="muted">You’ll be logged out everywhere.</p>`,
  })
}

function sendExpired(context: AccountContext, exchange: Exchange): Promise<FastifyReply> {
  exchange.request.server.reportSecurityEvent(exchange.request, 'link-expired')
  exchange.reply.code(410)
  const again = getAddress({ path: loginPath, view: resetView }, getNext(exchange.request.url))
  return sendSitePage(context, exchange, {
    title: 'This link has expired',
    body: html`<p>It was already used, or it is too old. Your password was not changed.</p>
<p><a class="button" href="${again}">Request a new link</a></p>`,
  })
}
