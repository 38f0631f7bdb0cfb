import * as v from 'valibot'

/** Shape of `GET /-/mailbox.json`: the mails that were written in local mode, newest first. */
export const MailboxSchema = v.object({
  mails: v.array(
    v.object({
      id: v.string(),
      to: v.string(),
      subject: v.string(),
      /** ISO 8601. */
      sentAt: v.string(),
      text: v.string(),
      /** The six digits, where the mail holds a code. */
      code: v.nullable(v.string()),
      /** Addresses in the text. */
      links: v.array(v.string()),
    }),
  ),
})

/** The mails that were written in local mode. */
export type Mailbox = v.InferOutput<typeof MailboxSchema>
