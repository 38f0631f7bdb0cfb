import { readdir, rm } from 'node:fs/promises'
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

const maxAgeMs = 7 * 24 * 3_600_000 // their links and codes expire after a day

/** Deletes emails that were written to the local mailbox a week ago; their names begin with the time. */
export async function deleteOldEmails(dataDir: string, now = Date.now()): Promise<void> {
  const folder = join(dataDir, mailboxFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const writtenAt = Number(/^(\d{13})-/.exec(name)?.[1] ?? Number.NaN)
    if (writtenAt < now - maxAgeMs) await rm(join(folder, name), { force: true })
  }
}
