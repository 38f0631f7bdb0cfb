import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLocalSite } from '../../http/network/loopback.ts'
import { Problem } from '../../http/problems/errors.ts'

type EmailConfiguration = Pick<Configuration, 'smtp' | 'host' | 'publicUrl'>

/** Throws `email-unavailable` on a site that can't send emails to visitors. */
export function requireEmail(configuration: EmailConfiguration): void {
  if (!canSendEmail(configuration))
    throw new Problem('email-unavailable', {
      hint: 'The site’s operator must set SMTP_URL and MAIL_FROM.',
    })
}

/** Logs a warning at the start of such a site. */
export function warnWithoutEmail(configuration: EmailConfiguration, log: FastifyBaseLogger): void {
  if (canSendEmail(configuration)) return
  log.warn(
    `This site is public (HOST is ${configuration.host}, PUBLIC_URL is ${configuration.publicUrl}) and can’t send emails: nobody can verify an address or reset a password. Set SMTP_URL and MAIL_FROM.`,
  )
}

// On a local site the mailbox page shows them to the owner.
function canSendEmail({ smtp, host, publicUrl }: EmailConfiguration): boolean {
  return smtp !== null || isLocalSite(host, publicUrl)
}
