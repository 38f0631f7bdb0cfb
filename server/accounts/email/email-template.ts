import { html } from '../../http/html/html.ts'
import type { Mail } from './outbox.ts'

/** What a mail says; the text and the HTML part say the same. */
export interface EmailContent {
  readonly site: string
  readonly subject: string
  readonly lines: readonly string[]
  /** Stands on a line of its own. */
  readonly code?: string
  readonly link?: { readonly label: string; readonly url: string }
  readonly closing: string
}

/** Writes a letter to one recipient. */
export function renderEmail(
  to: Mail['to'],
  { site, subject, lines, code, link, closing }: EmailContent,
): Mail {
  const text = [
    `Hello ${to.name},`,
    ...lines,
    ...(code ? [code] : []),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    closing,
    site,
  ].join('\n\n')
  const body = html`<!doctype html>
<html lang="en"><body>
<p>Hello ${to.name},</p>
${lines.map((line) => html`<p>${line}</p>\n`)}
${code ? html`<p><strong>${code}</strong></p>` : ''}
${link ? html`<p><a href="${link.url}">${link.label}</a></p>` : ''}
<p>${closing}</p>
<p>${site}</p>
</body></html>`
  return { to, subject: `${subject} - ${site}`, text, html: body.text }
}
