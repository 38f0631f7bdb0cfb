import { join } from 'node:path'
import type { Configuration } from '../../configuration/configuration.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createFileTransport, createSmtpTransport } from './transports.ts'

/** Folder of the mails that are written instead of sent, in the data folder. */
export const mailboxFolder = 'mailbox'

/** The outbox: over SMTP where it is configured, else into files that `/-/mailbox` shows. */
export function openOutbox(
  { smtp, dataDir }: Pick<Configuration, 'smtp' | 'dataDir'>,
  onLost: (error: Error) => void,
): Outbox {
  const deliveries = smtp
    ? createSmtpTransport(smtp.url, smtp.from)
    : createFileTransport(join(dataDir, mailboxFolder), { name: 'Portico', address: 'no-reply@localhost' })
  const outbox = createOutbox({ deliver: deliveries.send, onLost })
  return {
    send: outbox.send,
    close: () => outbox.close().finally(deliveries.close),
  }
}
