import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '@portico/kit/paths.ts'
import type { Mailbox } from '@portico/protocol/mailbox.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import { mailboxFolder } from '../../email/open-outbox.ts'
import { type Html, html } from '../../http/html/html.ts'
import { type SiteContext, sendSitePage } from '../../http/html/site-page.ts'
import { createLocalProof, type LocalProof } from '../../http/network/local-proof.ts'
import { isLocalRequest } from '../../http/network/local-request.ts'
import { Problem } from '../../http/problems/errors.ts'

type Email = Mailbox['emails'][number]

const cookieName = 'portico_mailbox'
const QuerySchema = v.object({ key: v.optional(v.string()) })

interface MailboxServices extends SiteContext {
  readonly configuration: Configuration
}

/**
 * `/-/mailbox`: emails that a local site doesn't send, for people and (`.json`) for tests. Absent if SMTP is configured. A
 * browser is redirected twice before it sees them, which proves that it runs on this machine.
 */
export async function mailbox(app: FastifyInstance, services: MailboxServices): Promise<void> {
  const { configuration } = services
  if (configuration.smtp !== null) return
  const folder = join(configuration.dataDir, mailboxFolder)
  const proof = createLocalProof(configuration, 'mailbox-not-local')
  app.addHook('onClose', proof.stop)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    requireLocalRequest(request, configuration)
    return requireProof(proof, request, reply)
  })

  app.get(`${paths.mailbox}.json`, async (_request, reply) =>
    reply.send({ emails: await readMailbox(folder) } satisfies Mailbox),
  )
  app.get(paths.mailbox, async (request, reply) => {
    const emails = await readMailbox(folder)
    if (request.headers.accept?.includes('application/json')) return reply.send({ emails } satisfies Mailbox)
    return sendSitePage(services, { request, reply }, { title: 'Mailbox', body: renderList(emails) })
  })
  app.get<{ Params: { id: string } }>(`${paths.mailbox}/:id`, async (request, reply) => {
    const email = await readMessage(folder, request.params.id)
    if (email === null) throw new Problem('not-found')
    return sendSitePage(services, { request, reply }, { title: email.subject, body: renderBody(email) })
  })
}

// The emails give access to accounts, so only this machine may read them.
function requireLocalRequest(request: FastifyRequest, configuration: Configuration): void {
  if (isLocalRequest(request, configuration)) return
  const { host, publicUrl } = configuration
  throw new Problem('mailbox-not-local', {
    detail: `The mailbox requires loopback addresses in HOST and PUBLIC_URL (they are ${host} and ${publicUrl}), and a request from this machine that no proxy forwards. Set PUBLIC_URL to the address that visitors use, and SMTP_URL and MAIL_FROM to send emails.`,
  })
}

/** Redirects a browser that has not proved yet that it runs on this machine. A program without cookies uses the key itself. */
async function requireProof(
  proof: LocalProof,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (proof.isKey(request.cookies[cookieName])) return undefined
  const { pathname: path } = new URL(request.url, 'http://this-site.invalid')
  const query = v.safeParse(QuerySchema, request.query)
  const key = query.success ? query.output.key : undefined
  if (!proof.isKey(key)) return reply.redirect(await proof.getAddress(request.hostname, path), 303)
  reply.setCookie(cookieName, key, { path: paths.mailbox, httpOnly: true, sameSite: 'lax' })
  return request.headers.accept?.includes('text/html') ? reply.redirect(path, 303) : undefined
}

function renderList(emails: readonly Email[]): Html {
  if (emails.length === 0) return html`<p>No emails yet. They appear here because SMTP_URL is not set.</p>`
  return html`<ul>${emails.map(
    (email) => html`
<li><a href="${paths.mailbox}/${email.id}">${email.subject}</a><br>To ${email.to}, ${renderTime(email)}</li>`,
  )}
</ul>`
}

function renderBody(email: Email): Html {
  return html`<p>To ${email.to}, ${renderTime(email)}</p>
<pre>${email.text.split(/(https?:\/\/\S+)/).map(linkify)}</pre>
<p><a href="${paths.mailbox}">All emails</a></p>`
}

// To the second: `2026-11-21 20:59:48 UTC`.
function renderTime({ sentAt }: Email): Html {
  return html`<time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time>`
}

function linkify(piece: string): Html {
  return /^https?:/.test(piece) ? html`<a href="${piece}">${piece}</a>` : html`${piece}`
}

const namePattern = /^(\d{13}-[0-9a-f]{8})\.eml$/

/** The emails in `folder`, newest first; none if it doesn't exist yet. */
export async function readMailbox(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => [])
  const ids = names.flatMap((name) => namePattern.exec(name)?.[1] ?? [])
  const emails = await Promise.all(
    ids
      .sort()
      .reverse()
      .map((id) => readMessage(folder, id)),
  )
  return emails.filter((email) => email !== null)
}

/** One email; null: there is none with this id. */
export async function readMessage(folder: string, id: string): Promise<Email | null> {
  if (!namePattern.test(`${id}.eml`)) return null
  const bytes = await readFile(join(folder, `${id}.eml`)).catch(() => null)
  if (bytes === null) return null
  const { default: PostalMime } = await import('postal-mime') // loaded only when a mailbox is read
  const { to, subject, text } = await PostalMime.parse(bytes)
  const plain = (text ?? '').trim()
  return {
    id,
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    sentAt: new Date(Number(id.slice(0, 13))).toISOString(),
    text: plain,
    code: /^\d{6}$/m.exec(plain)?.[0] ?? null,
    links: plain.match(/https?:\/\/\S+/g) ?? [],
  }
}
