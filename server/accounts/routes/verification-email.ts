import { randomBytes } from 'node:crypto'
import { renderEmail } from '../../email/email-template.ts'
import { codeMinutes } from '../account-limits.ts'
import type { AccountContext } from '../auth/account-context.ts'

const linkHours = 24
const tokenBytes = 32

/** Path of the page that a verification link opens. */
export const confirmPath = '/-/account/confirm'

interface Recipient {
  readonly id: string
  readonly email: string
  readonly username?: string | null | undefined
  /** The address from which the email was requested. */
  readonly requester: string
}

/** Queues an email with a new code and a new link. */
export async function sendVerificationEmail(
  context: AccountContext,
  { id, email, username, requester }: Recipient,
): Promise<void> {
  const { auth, configuration, outbox, site } = context
  const name = getEmailName(username)
  const code = await auth.api.createVerificationOTP({ body: { email, type: 'email-verification' } })
  const token = await createLinkToken(context, id)
  outbox.send(
    renderEmail(
      { name, address: email },
      {
        site: site.name,
        subject: 'Verify your email address',
        paragraphs: [
          `Someone, hopefully you, created the account "${name}" with this email address.`,
          `To verify your address, enter this code within ${codeMinutes} minutes:`,
        ],
        code,
        link: {
          label: `Or verify it on this page within ${linkHours} hours`,
          url: `${configuration.publicUrl}${confirmPath}?token=${token}`,
        },
        closing: "If you didn't create this account, ignore this email. Unverified accounts are deleted.",
      },
    ),
    requester,
  )
}

/**
 * How an email addresses its reader. Never by a display name: anyone could enter someone else's address and make us send
 * them eighty characters of their choice.
 */
export function getEmailName(username: string | null | undefined): string {
  return username ?? 'visitor'
}

async function createLinkToken({ auth }: AccountContext, userId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const { internalAdapter } = await auth.$context
  const expiresAt = new Date(Date.now() + linkHours * 3_600_000)
  await internalAdapter.createVerificationValue({
    identifier: getLinkIdentifier(token),
    value: userId,
    expiresAt,
  })
  return token
}

/** The identifier under which a link's token is stored (better-auth stores its hash). */
export function getLinkIdentifier(token: string): string {
  return `confirm-link-${token}`
}
