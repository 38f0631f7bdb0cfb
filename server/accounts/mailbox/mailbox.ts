import { join } from 'node:path'
import type { Mailbox } from '@portico/shared/mailbox.ts'
import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Html, html } from '../../http/html/html.ts'
import { sendPlainPage } from '../../http/html/plain-page.ts'
import { isLocalSite, isLoopback } from '../../http/network/loopback.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { Services } from '../../services.ts'
import { mailboxFolder } from '../email/open-outbox.ts'
import { readMailbox, readMessage } from './read-mailbox.ts'

type Mail = Mailbox['mails'][number]

/** `/-/mailbox`: the mails of local mode, for people and (`.json`) for tests. Absent when SMTP is configured. */
export async function mailbox(app: FastifyInstance, { configuration }: Services): Promise<void> {
  if (configuration.smtp !== null) return
  const folder = join(configuration.dataDir, mailboxFolder)
  app.addHook('onRequest', async (request) => refuseFromAfar(request, configuration))

  app.get(`${paths.mailbox}.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ mails: await readMailbox(folder) } satisfies Mailbox),
  )
  app.get(paths.mailbox, async (request, reply) => {
    const mails = await readMailbox(folder)
    if (request.headers.accept?.includes('application/json')) return reply.send({ mails } satisfies Mailbox)
    return sendPlainPage(reply, { title: 'Mailbox', body: listOf(mails) })
  })
  app.get<{ Params: { id: string } }>(`${paths.mailbox}/:id`, async (request, reply) => {
    const mail = await readMessage(folder, request.params.id)
    if (mail === null) throw new Problem('not-found')
    return sendPlainPage(reply, { title: mail.subject, body: bodyOf(mail) })
  })
}

// The mails open accounts, so nobody but this machine may read them: not over the network, not through a proxy that
// stands before a loopback address, not through a name that another site points at 127.0.0.1.
function refuseFromAfar(request: FastifyRequest, { host, publicUrl }: Services['configuration']): void {
  if (isLocalSite(host, publicUrl) && isLoopback(request.hostname)) return
  throw new Problem('mailbox-not-local', {
    detail: `The mailbox is only shown where HOST and PUBLIC_URL are loopback addresses; they are ${host} and ${publicUrl}. Set SMTP_URL and MAIL_FROM to send mails, or HOST to 127.0.0.1.`,
  })
}

function listOf(mails: readonly Mail[]): Html {
  if (mails.length === 0) return html`<p>No mails yet. They appear here because SMTP_URL is not set.</p>`
  return html`<ul>${mails.map(
    (mail) => html`
<li><a href="${paths.mailbox}/${mail.id}">${mail.subject}</a><br>To ${mail.to}, ${timeOf(mail)}</li>`,
  )}
</ul>`
}

function bodyOf(mail: Mail): Html {
  return html`<p>To ${mail.to}, ${timeOf(mail)}</p>
<pre>${mail.text.split(/(https?:\/\/\S+)/).map(linked)}</pre>
<p><a href="${paths.mailbox}">All mails</a></p>`
}

// To the second: `2026-11-21 20:59:48 UTC`.
function timeOf({ sentAt }: Mail): Html {
  return html`<time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time>`
}

function linked(piece: string): Html {
  return /^https?:/.test(piece) ? html`<a href="${piece}">${piece}</a>` : html`${piece}`
}
