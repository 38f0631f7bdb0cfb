import { randomBytes } from 'node:crypto'
import { mkdir, readdir, unlink } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import writeFileAtomic from 'write-file-atomic'
import { isLoopback } from '../http/network/loopback.ts'
import type { EmailMessage } from './email-message.ts'

interface Sender {
  readonly name: string
  readonly address: string
}

/** Delivers emails; `close` ends its connections. */
export interface EmailTransport {
  send(message: EmailMessage, signal: AbortSignal): Promise<void>
  close(): void
}

const connectTimeoutMs = 10_000
const socketTimeoutMs = 20_000 // less than the 30 s that a stopping process has

// Our emails never refer to files or URLs; a field that a visitor filled in must not make them do so.
const safety = { disableFileAccess: true, disableUrlAccess: true }

/** Sends through a mail server; over TLS, unless it is on this machine. */
export function createSmtpTransport(url: string, from: Sender): EmailTransport {
  let transport: Promise<Transporter> | undefined
  const open = async () =>
    (await loadNodemailer()).createTransport({
      ...getMailServer(url),
      pool: true,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: socketTimeoutMs,
      ...safety,
    })
  return {
    async send(message, signal) {
      transport ??= open()
      await (await transport).sendMail({ from, ...message, signal })
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

const loopbackAddress = '127.0.0.1'

/** How nodemailer connects. Emails contain links that open accounts. `smtps:` is encrypted from the start, `smtp:` by STARTTLS. */
export function getMailServer(url: string) {
  const server = new URL(url)
  const { hostname } = server
  if (!isLoopback(hostname)) return { url, requireTLS: true }
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0) return { url, requireTLS: false }
  // nodemailer asks a name server even for `localhost`, and whoever answers would get the emails and the password unencrypted.
  server.hostname = loopbackAddress
  return { url: server.href, requireTLS: false, tls: { servername: hostname } }
}

/** Loads the library with the first email, because it takes megabytes of memory. */
async function loadNodemailer() {
  return (await import('nodemailer')).default
}

const maxEmails = 200 // the mailbox page reads all of them

/** Writes each email to `folder` as `<milliseconds>-<8 hex digits>.eml`, and keeps the newest ones. */
export function createFileTransport(folder: string, from: Sender): EmailTransport {
  const options = { streamTransport: true, buffer: true, newline: 'windows', ...safety } as const
  let count = 0
  return {
    async send(message) {
      const file = join(folder, createFileName(Date.now(), count++))
      const transport = (await loadNodemailer()).createTransport(options)
      const { message: content } = await transport.sendMail({ from, ...message })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (!Buffer.isBuffer(content)) throw new Error('Expected the email in one piece.')
      await writeFileAtomic(file, content, { mode: 0o600 })
      await deleteOldest(folder)
    },
    close: () => {},
  }
}

// Sorts in the order of sending, even within a millisecond; the random part keeps two processes apart.
function createFileName(time: number, count: number): string {
  const order = (count % 0x10000).toString(16).padStart(4, '0')
  return `${time}-${order}${randomBytes(2).toString('hex')}.eml`
}

async function deleteOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  const old = files.slice(0, -maxEmails)
  // Another process may have deleted it first.
  await Promise.all(old.map((name) => unlink(join(folder, name)).catch(() => {})))
}
