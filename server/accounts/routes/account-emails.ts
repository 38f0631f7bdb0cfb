import { passwordResetPath, registerPath } from '@portico/kit/account/account-pages.ts'
import { formatUtc } from '@portico/kit/format.ts'
import { renderEmail } from '../../email/email-template.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { getEmailName } from './verification-email.ts'

interface Owner {
  readonly email: string
  readonly displayUsername?: string | null | undefined
  readonly emailVerified: boolean | number
  /** The address from which the account was changed. */
  readonly requester: string
}

/** Tells the owner of an account that its password was changed, so that a stranger can't do it unnoticed. */
export function sendPasswordChanged(context: AccountContext, owner: Owner, sessions: string): void {
  send(context, owner, {
    subject: 'Your password was changed',
    what: (name) =>
      `The password of your account "${name}" was changed on ${formatUtc(Date.now())}. ${sessions}`,
    link: { label: "If this wasn't you, choose a new password now", path: passwordResetPath },
    closing: 'If this was you, you can ignore this email.',
  })
}

/** Tells the former owner of an account that it was deleted. */
export function sendAccountDeleted(context: AccountContext, owner: Owner): void {
  send(context, owner, {
    subject: 'Your account was deleted',
    what: (name) =>
      `Your account "${name}" was deleted with everything in it on ${formatUtc(Date.now())}. This is the last email about it.`,
    link: { label: 'You can create a new account at any time', path: registerPath },
    closing:
      "If this wasn't you, someone knew your password. Change it wherever else you use it, starting with your email.",
  })
}

interface Notice {
  readonly subject: string
  readonly what: (name: string) => string
  readonly link: { readonly label: string; readonly path: string }
  readonly closing: string
}

// Only to verified addresses: someone who signs up with another person's address could otherwise send them any number.
function send(
  { configuration, outbox, site }: AccountContext,
  { email, displayUsername, emailVerified, requester }: Owner,
  { subject, what, link, closing }: Notice,
): void {
  if (!emailVerified) return
  const name = getEmailName(displayUsername)
  outbox.send(
    renderEmail(
      { name, address: email },
      {
        site: site.name,
        subject,
        paragraphs: [what(name)],
        link: { label: link.label, url: `${configuration.publicUrl}${link.path}` },
        closing,
      },
    ),
    requester,
  )
}
