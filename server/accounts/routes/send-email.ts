import { type EmailContent, renderEmail } from '../../email/email-template.ts'
import type { AccountContext } from '../auth/account-context.ts'

export interface Recipient {
  readonly email: string
  readonly displayUsername?: string | null | undefined
  /** The address from which it was requested. */
  readonly requester: string
}

/** An email, whose link leads to a path of the site. */
interface Draft extends Omit<EmailContent, 'site' | 'link'> {
  readonly link: { readonly label: string; readonly path: string }
}

/** Queues the email that `write` writes to a person of this name. */
export function sendEmail(
  { configuration, outbox, site }: AccountContext,
  { email, displayUsername, requester }: Recipient,
  write: (name: string) => Draft,
): void {
  const name = getEmailName(displayUsername)
  const { link, ...draft } = write(name)
  const content = { ...draft, link: { label: link.label, url: configuration.publicUrl + link.path } }
  outbox.send(renderEmail({ name, address: email }, { ...content, site: site.name }), requester)
}

/**
 * How an email addresses its reader. Never by a display name: anyone could enter someone else's address and make us send
 * them eighty characters of their choice.
 */
export function getEmailName(username: string | null | undefined): string {
  return username ?? 'visitor'
}
