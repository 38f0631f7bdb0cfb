import { type APIRequestContext, expect } from '@playwright/test'
import { toAsciiEmail } from '@portico/kit/account/email-address.ts'
import { paths } from '@portico/kit/paths.ts'
import { type Mailbox, MailboxSchema } from '@portico/protocol/mailbox.ts'
import * as v from 'valibot'

type Email = Mailbox['emails'][number]

/** Waits for the newest email to an address: emails are queued, so it may take a moment. */
export async function waitForEmail(api: APIRequestContext, address: string): Promise<Email> {
  let found: Email | undefined
  await expect
    .poll(async () => {
      const response = await api.get(`${paths.mailbox}.json`)
      const { emails } = v.parse(MailboxSchema, await response.json())
      found = emails.find((email) => email.to === toAsciiEmail(address))
      return found?.to
    }, `email to ${address}`)
    .toBe(toAsciiEmail(address))
  if (found === undefined) throw new Error(`No email was sent to ${address}.`)
  return found
}

/** Returns the code in a verification email. */
export function getCode(email: Email): string {
  if (email.code === null) throw new Error(`The email "${email.subject}" has no code.`)
  return email.code
}

/** Returns the link in a verification email. */
export function getLink(email: Email): string {
  const [link] = email.links
  if (link === undefined) throw new Error(`The email "${email.subject}" has no link.`)
  return link
}
