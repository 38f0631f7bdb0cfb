import { readdir } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Mailbox } from '@portico/protocol/mailbox.ts'
import { readMessage } from '../accounts/mailbox/mailbox.ts'

type Email = Mailbox['emails'][number]

const pollMs = 5

/** Reads the emails to an address, newest first, once there are at least `count`. */
export function createEmailReader(folder: string) {
  // A suite's server sends dozens, and each of its tests waits for some: parsing all of them each time adds up.
  const parsed = new Map<string, Email>()

  async function read(name: string): Promise<Email | null> {
    const email = parsed.get(name) ?? (await readMessage(folder, name.replace(/\.eml$/, '')))
    if (email !== null) parsed.set(name, email)
    return email
  }

  return async (address: string, count = 1): Promise<Email[]> => {
    for (;;) {
      const names = await readdir(folder).catch((): string[] => [])
      const emails = await Promise.all(names.sort().reverse().map(read))
      const found = emails.filter((email) => email?.to === address).filter((email) => email !== null)
      if (found.length >= count) return found
      await wait(pollMs)
    }
  }
}
