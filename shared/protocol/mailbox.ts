import * as v from 'valibot'

/** Response of `GET /-/mailbox.json`: the emails written in local mode, newest first. */
export const MailboxSchema = v.object({
  emails: v.array(
    v.object({
      id: v.string(),
      to: v.string(),
      subject: v.string(),
      /** ISO 8601. */
      sentAt: v.string(),
      text: v.string(),
      /** The six-digit code, if the email contains one. */
      code: v.nullable(v.string()),
      /** URLs in the text. */
      links: v.array(v.string()),
    }),
  ),
})

export type Mailbox = v.InferOutput<typeof MailboxSchema>
