import { passwordResetPath, registerPath } from '@portico/kit/account/account-pages.ts'
import { formatUtc } from '@portico/kit/format.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { type Recipient, sendEmail } from './send-email.ts'

interface Owner extends Recipient {
  readonly emailVerified: boolean | number
}

/** Tells the owner of an account that its password was changed, so that a stranger can't do it unnoticed. */
export function sendPasswordChanged(context: AccountContext, owner: Owner, sessions: string): void {
  notifyOwner(context, owner, (name) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account "${name}" was changed on ${formatUtc(Date.now())}. ${sessions}`,
    ],
    link: { label: "If this wasn't you, choose a new password now", path: passwordResetPath },
    closing: 'If this was you, you can ignore this email.',
  }))
}

/** Tells the former owner of an account that it was deleted. */
export function sendAccountDeleted(context: AccountContext, owner: Owner): void {
  notifyOwner(context, owner, (name) => ({
    subject: 'Your account was deleted',
    paragraphs: [
      `Your account "${name}" was deleted with everything in it on ${formatUtc(Date.now())}. This is the last email about it.`,
    ],
    link: { label: 'You can create a new account at any time', path: registerPath },
    closing:
      "If this wasn't you, someone knew your password. Change it wherever else you use it, starting with your email.",
  }))
}

// Only at verified addresses: someone who signs up with another person's address could otherwise send them any number.
function notifyOwner(context: AccountContext, owner: Owner, write: Parameters<typeof sendEmail>[2]): void {
  if (owner.emailVerified) sendEmail(context, owner, write)
}
