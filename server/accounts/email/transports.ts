import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Mail } from './outbox.ts'

interface Sender {
  readonly name: string
  readonly address: string
}

/** Gives each mail to something; `close` ends its connections. */
export interface EmailTransport {
  send(mail: Mail): Promise<void>
  close(): void
}

const connectTimeoutMs = 10_000
const socketTimeoutMs = 20_000 // below the 30 s that a stopping process has

// No mail of ours names a file or an address to fetch; a field that came from a visitor must not make it so.
const closed = { disableFileAccess: true, disableUrlAccess: true }

/** Delivers through a mail server. */
export function createSmtpTransport(url: string, from: Sender): EmailTransport {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    ...closed,
  })
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail })
    },
    close: () => transport.close(),
  }
}

const mostKept = 200 // the mailbox page reads them all

/** Writes each mail into `folder` as `<milliseconds>-<8 hex digits>.eml`; keeps the newest. */
export function createFileTransport(folder: string, from: Sender): EmailTransport {
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...closed,
  })
  let count = 0
  return {
    async send(mail) {
      const file = join(folder, nameAt(Date.now(), count++))
      const { message } = await transport.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.draft`, message, { mode: 0o600 }) // a reader never sees half a mail
      await rename(`${file}.draft`, file)
      await dropOldest(folder)
    },
    close: () => {},
  }
}

// In the order of sending, also within a millisecond; the random part keeps two processes apart.
function nameAt(time: number, count: number): string {
  const order = (count % 0x10000).toString(16).padStart(4, '0')
  return `${time}-${order}${randomBytes(2).toString('hex')}.eml`
}

async function dropOldest(folder: string): Promise<void> {
  const mails = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const old = mails.slice(0, -mostKept)
  // Another process may have dropped it first.
  await Promise.all(old.map((name) => unlink(join(folder, name)).catch(() => {})))
}
