import { join } from 'node:path'
import type { Configuration } from '../../configuration/configuration.ts'
import { makeOutbox, type Outbox } from './outbox.ts'
import { fileDeliveries, smtpDeliveries } from './transports.ts'

/** Folder of the mails that are written instead of sent, in the data folder. */
export const mailboxFolder = 'mailbox'

/** The outbox: over SMTP where it is configured, else into files that `/-/mailbox` shows. */
export function openOutbox(
  { smtp, dataDir }: Pick<Configuration, 'smtp' | 'dataDir'>,
  onLost: (error: Error) => void,
): Outbox {
  const deliveries = smtp
    ? smtpDeliveries(smtp.url, smtp.from)
    : fileDeliveries(join(dataDir, mailboxFolder), { name: 'Portico', address: 'no-reply@localhost' })
  const outbox = makeOutbox({ deliver: deliveries.deliver, onLost })
  return {
    send: outbox.send,
    close: () => outbox.close().finally(deliveries.close),
  }
}
