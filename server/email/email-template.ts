import { html } from '../http/html/html.ts'
import type { EmailMessage } from './email-message.ts'

/** The content of an email; its text and HTML parts say the same. */
export interface EmailContent {
  readonly site: string
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Shown on its own line. */
  readonly code?: string
  /** Shown as they are typed. */
  readonly commands?: readonly string[]
  readonly link?: { readonly label: string; readonly url: string }
  readonly closing: string
}

/** Renders an email to one recipient. */
export function renderEmail(
  to: EmailMessage['to'],
  { site, subject, paragraphs, code, commands = [], link, closing }: EmailContent,
): EmailMessage {
  const text = [
    `Hello ${to.name},`,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(commands.length > 0 ? [commands.map((command) => `    ${command}`).join('\n')] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    closing,
    site,
  ].join('\n\n')
  const body = html`<!doctype html>
<html lang="en"><body>
<p>Hello ${to.name},</p>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}
${code ? html`<p><strong>${code}</strong></p>` : ''}
${commands.length > 0 ? html`<pre>${commands.join('\n')}</pre>` : ''}
${link ? html`<p><a href="${link.url}">${link.label}</a></p>` : ''}
<p>${closing}</p>
<p>${site}</p>
</body></html>`
  return { to, subject: `${subject} - ${site}`, text, html: body.text }
}
