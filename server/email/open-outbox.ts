import { join } from 'node:path'
import type { Configuration } from '../configuration/configuration.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createFileTransport, createSmtpTransport } from './transports.ts'

/** Folder in the data folder for emails that are written instead of sent. */
export const mailboxFolder = 'mailbox'

/** The outbox: over SMTP if it is configured, otherwise into files that `/-/mailbox` shows. */
export function openOutbox(
  { smtp, dataDir }: Pick<Configuration, 'smtp' | 'dataDir'>,
  onLost: (error: Error) => void,
): Outbox {
  const transport = smtp
    ? createSmtpTransport(smtp.url, smtp.from)
    : createFileTransport(join(dataDir, mailboxFolder), { name: 'Portico', address: 'no-reply@localhost' })
  const outbox = createOutbox({ send: transport.send, onLost })
  return {
    send: outbox.send,
    deliver: outbox.deliver,
    close: () => outbox.close().finally(transport.close),
  }
}
