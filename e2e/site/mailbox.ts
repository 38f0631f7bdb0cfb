import { type APIRequestContext, expect } from '@playwright/test'
import { type Mailbox, MailboxSchema } from '@portico/shared/mailbox.ts'
import { paths } from '@portico/shared/paths.ts'
import * as v from 'valibot'

type Mail = Mailbox['mails'][number]

/** The newest mail to an address. Mails are queued, so it may take a moment to come. */
export async function waitForEmail(calls: APIRequestContext, address: string): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      const answer = await calls.get(`${paths.mailbox}.json`)
      const { mails } = v.parse(MailboxSchema, await answer.json())
      found = mails.find((mail) => mail.to === address)
      return found?.to
    }, `mail to ${address}`)
    .toBe(address)
  if (found === undefined) throw new Error(`There is no mail to ${address}.`)
  return found
}

/** The code in a verification mail. */
export function getCode(mail: Mail): string {
  if (mail.code === null) throw new Error(`The mail "${mail.subject}" has no code.`)
  return mail.code
}

/** The address in a verification mail. */
export function getLink(mail: Mail): string {
  const [link] = mail.links
  if (link === undefined) throw new Error(`The mail "${mail.subject}" has no link.`)
  return link
}
