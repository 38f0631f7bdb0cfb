import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailbox } from '@portico/shared/mailbox.ts'
import PostalMime from 'postal-mime'

type Mail = Mailbox['mails'][number]

const namePattern = /^(\d{13}-[0-9a-f]{8})\.eml$/

/** The mails in `folder`, newest first. A folder that does not exist yet holds none. */
export async function readMailbox(folder: string): Promise<Mail[]> {
  const names = await readdir(folder).catch(() => [])
  const ids = names.flatMap((name) => namePattern.exec(name)?.[1] ?? [])
  const mails = await Promise.all(
    ids
      .sort()
      .reverse()
      .map((id) => readMessage(folder, id)),
  )
  return mails.filter((mail) => mail !== null)
}

/** One mail, or null where there is none. */
export async function readMessage(folder: string, id: string): Promise<Mail | null> {
  if (!namePattern.test(`${id}.eml`)) return null
  const bytes = await readFile(join(folder, `${id}.eml`)).catch(() => null)
  if (bytes === null) return null
  const { to, subject, text } = await PostalMime.parse(bytes)
  const plain = (text ?? '').trim()
  return {
    id,
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    sentAt: new Date(Number(id.slice(0, 13))).toISOString(),
    text: plain,
    code: /^\d{6}$/m.exec(plain)?.[0] ?? null,
    links: plain.match(/https?:\/\/\S+/g) ?? [],
  }
}
