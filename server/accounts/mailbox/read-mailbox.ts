import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mailbox } from '@portico/protocol/mailbox.ts'

type Email = Mailbox['emails'][number]

const namePattern = /^(\d{13}-[0-9a-f]{8})\.eml$/

/** The emails in `folder`, newest first; none if it doesn't exist yet. */
export async function readMailbox(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => [])
  const ids = names.flatMap((name) => namePattern.exec(name)?.[1] ?? [])
  const emails = await Promise.all(
    ids
      .sort()
      .reverse()
      .map((id) => readMessage(folder, id)),
  )
  return emails.filter((email) => email !== null)
}

/** One email; null: there is none with this id. */
export async function readMessage(folder: string, id: string): Promise<Email | null> {
  if (!namePattern.test(`${id}.eml`)) return null
  const bytes = await readFile(join(folder, `${id}.eml`)).catch(() => null)
  if (bytes === null) return null
  const { default: PostalMime } = await import('postal-mime') // loaded only when a mailbox is read
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
