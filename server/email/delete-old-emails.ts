import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mailboxFolder } from './open-outbox.ts'

const maxAgeMs = 7 * 24 * 3_600_000 // their links and codes expire after a day

/** Deletes emails that were written to the local mailbox a week ago; their names begin with the time. */
export async function deleteOldEmails(dataDir: string, now = Date.now()): Promise<void> {
  const folder = join(dataDir, mailboxFolder)
  for (const name of await readdir(folder).catch(() => [])) {
    const writtenAt = Number(/^(\d{13})-/.exec(name)?.[1] ?? Number.NaN)
    if (writtenAt < now - maxAgeMs) await rm(join(folder, name), { force: true })
  }
}
