import { codeMinutes } from '../account-limits.ts'
import type { AccountContext } from '../auth/account-context.ts'
import { createLinkToken, linkPurposes } from './link-token.ts'
import { type Recipient, sendEmail } from './send-email.ts'
import { createCode } from './verification-code.ts'

const linkHours = 24

/** Path of the page that a verification link opens. */
export const confirmPath = '/-/account/confirm'

/** Queues an email with a new code and a new link. */
export async function sendVerificationEmail(
  context: AccountContext,
  user: Recipient & { readonly id: string },
): Promise<void> {
  const code = await createCode(context, user.id)
  const lifetime = { userId: user.id, minutes: linkHours * 60 }
  const token = await createLinkToken(context, linkPurposes.confirm, lifetime)
  sendEmail(context, user, (name) => ({
    subject: 'Verify your email address',
    paragraphs: [
      `Someone, hopefully you, created the account "${name}" with this email address.`,
      `To verify your address, enter this code within ${codeMinutes} minutes:`,
    ],
    code,
    link: {
      label: `Or verify it on this page within ${linkHours} hours`,
      path: `${confirmPath}?token=${token}`,
    },
    closing: "If you didn't create this account, ignore this email. Unverified accounts are deleted.",
  }))
}
