import { randomBytes } from 'node:crypto'
import type { AccountContext } from '../auth/account-context.ts'
import { codeMinutes } from '../auth/auth.ts'
import { renderEmail } from '../email/email-template.ts'

const linkHours = 24
const tokenBytes = 32

/** Address of the page that a verification link opens. */
export const confirmPath = '/-/account/confirm'

interface Recipient {
  readonly id: string
  readonly email: string
  readonly username?: string | null | undefined
}

/** Queues a mail with a new code and a new link. */
export async function sendVerificationEmail(
  context: AccountContext,
  { id, email, username }: Recipient,
): Promise<void> {
  const { auth, configuration, outbox, site } = context
  const name = getEmailName(username)
  const code = await auth.api.createVerificationOTP({ body: { email, type: 'email-verification' } })
  const token = await makeLinkToken(context, id)
  outbox.send(
    renderEmail(
      { name, address: email },
      {
        site: site.name,
        subject: 'Confirm your email address',
        lines: [
          `Somebody, hopefully you, made the account "${name}" with this address.`,
          `Enter this code within ${codeMinutes} minutes:`,
        ],
        code,
        link: {
          label: `Or open this page within ${linkHours} hours and confirm there`,
          url: `${configuration.publicUrl}${confirmPath}?token=${token}`,
        },
        closing: 'If it was not you, do nothing: an account that is not confirmed is removed.',
      },
    ),
  )
}

/**
 * What a mail calls its reader. Never a display name: whoever enters somebody else's address could make us send them
 * eighty characters of their own choice.
 */
export function getEmailName(username: string | null | undefined): string {
  return username ?? 'visitor'
}

async function makeLinkToken({ auth }: AccountContext, userId: string): Promise<string> {
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

/** Under what a link's token is kept (better-auth keeps its hash). */
export function getLinkIdentifier(token: string): string {
  return `confirm-link-${token}`
}
