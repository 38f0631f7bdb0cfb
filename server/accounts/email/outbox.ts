import { setTimeout as sleep } from 'node:timers/promises'
import { createConcurrencyLimiter } from '../../http/concurrency-limiter.ts'

/** A mail to one visitor. The recipient is an object: in a string, a line break would add a second recipient. */
export interface Mail {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Takes mails at once and delivers them later. */
export interface Outbox {
  /** Queues a mail and returns; nothing that a request does waits for a mail server. */
  send(mail: Mail): void
  /** Tries everything that is queued once more, at once, and ends. */
  close(): Promise<void>
}

interface Delivery {
  deliver(mail: Mail): Promise<void>
  /** Hears of each mail that is given up. */
  onLost(error: Error): void
}

// A grey-listing server takes a mail at the second try, minutes later; a restarting one within seconds.
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000]
const deliveriesAtOnce = 4 // mail servers commonly allow 10 connections of one client
const mostQueued = 1_000 // some megabytes; more means that no mail leaves at all

/** A queue in memory before `deliver`, with retries. What is queued when the process is killed is lost. */
export function createOutbox({ deliver, onLost }: Delivery): Outbox {
  const closing = new AbortController()
  const queued = new Set<Promise<void>>()
  const inTurn = createConcurrencyLimiter(deliveriesAtOnce)

  async function post(mail: Mail): Promise<void> {
    for (const delayMs of [...retryDelaysMs, null]) {
      const isLastTry = delayMs === null || closing.signal.aborted
      try {
        return await inTurn(() => deliver(mail))
      } catch (cause) {
        if (isLastTry || isFinal(cause)) return onLost(lostBy(cause))
        await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {}) // woken by close
      }
    }
  }

  return {
    send(mail) {
      if (queued.size >= mostQueued) return onLost(new Error(`More than ${mostQueued} mails are waiting.`))
      const posted = post(mail).finally(() => queued.delete(posted))
      queued.add(posted)
    },
    async close() {
      closing.abort()
      await Promise.all(queued)
    },
  }
}

// 5xx: the server will never take this mail (RFC 5321, section 4.2.1).
function isFinal(cause: unknown): boolean {
  return cause instanceof Error && 'responseCode' in cause && Number(cause.responseCode) >= 500
}

// Without cause and message: mail servers quote the recipient's address in them.
function lostBy(cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  const answer = cause instanceof Error && 'responseCode' in cause ? `, answer ${cause.responseCode}` : ''
  return new Error(`A mail could not be delivered (${code}${answer}). Check SMTP_URL and MAIL_FROM.`)
}
