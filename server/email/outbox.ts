import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge } from 'prom-client'
import { createKeyedConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import { createFairLimiter } from '../http/fair-limiter.ts'
import { getBlock } from '../http/network/get-network.ts'
import { withSpan } from '../tracing/with-span.ts'
import type { EmailMessage } from './email-message.ts'

interface OutboxOptions {
  /** Gives up, and rejects, when the signal is aborted. */
  send(message: EmailMessage, signal: AbortSignal): Promise<void>
  /** Called for each email that can't be delivered. */
  onLost(error: Error): void
  readonly attemptTimeoutMs?: number
  readonly closeTimeoutMs?: number
}

// A greylisting server accepts an email at the second attempt, minutes later; a restarting one within seconds.
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000, 600_000]
const concurrency = 4 // mail servers commonly allow 10 connections per client
const maxPerBlock = 2 // half, as for notifications: an address whose mail server hangs holds its place for a whole attempt
const maxQueued = 1_000 // some megabytes; more means that no email is being sent

// The timeouts of the transport count from the last byte: a server that sends one now and then would hold an attempt for ever.
const defaultAttemptTimeoutMs = 45_000 // less than the minute after which another server sends a notification again
const defaultCloseTimeoutMs = 15_000 // half of the 30 s that a stopping process has

const operator = 'operator' // has turns of its own, as each block of networks does

/** Accepts emails immediately and delivers them later. */
export interface Outbox {
  /**
   * Queues an email and returns, so that no request waits for a mail server. Emails that are requested from one block of
   * networks take turns with the others. `requester`: the address of the visitor.
   */
  send(message: EmailMessage, requester: string): void
  /** Delivers an email to the operator now, without retries. Throws an Error whose message names neither recipient nor server. */
  deliver(message: EmailMessage): Promise<void>
  /** Tries to deliver everything that is queued once more, then stops. */
  close(): Promise<void>
}

/** An in-memory queue in front of `send`, with retries. Whoever requests many emails delays their own. Queued emails are lost if the process crashes. */
export function createOutbox({
  send,
  onLost,
  attemptTimeoutMs = defaultAttemptTimeoutMs,
  closeTimeoutMs = defaultCloseTimeoutMs,
}: OutboxOptions): Outbox {
  const closing = new AbortController()
  const closed = new AbortController()
  const queued = new Set<Promise<void>>()
  const limiter = createFairLimiter(concurrency, Number.POSITIVE_INFINITY) // also those that sleep count for `maxQueued`
  const limitBlock = createKeyedConcurrencyLimiter(maxPerBlock, Number.POSITIVE_INFINITY)

  const attempt = (message: EmailMessage, key: string) =>
    limitBlock(key, () =>
      limiter.run({ key, isPreferred: false }, async () => {
        closed.signal.throwIfAborted()
        const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(attemptTimeoutMs)])
        await withSpan('email', {}, () => send(message, signal))
      }),
    ).then(
      () => emailAttempts.inc({ outcome: 'sent' }),
      (cause: unknown) => {
        emailAttempts.inc({ outcome: 'failed' })
        throw cause
      },
    )

  function lose(error: Error): void {
    emailAttempts.inc({ outcome: 'lost' })
    onLost(error)
  }

  async function deliver(message: EmailMessage, key: string): Promise<void> {
    for (const delayMs of [...retryDelaysMs, null]) {
      const isLastAttempt = delayMs === null || closing.signal.aborted
      try {
        return await attempt(message, key)
      } catch (cause) {
        if (isLastAttempt || isPermanent(cause)) return lose(toLostError(cause))
        await sleep(delayMs, undefined, { signal: closing.signal, ref: false }).catch(() => {}) // interrupted by close
      }
    }
  }

  return {
    send(message, requester) {
      if (queued.size >= maxQueued) return lose(new Error(`More than ${maxQueued} emails are waiting.`))
      const delivery = deliver(message, getBlock(requester)).finally(() => {
        queued.delete(delivery)
        emailsQueued.dec()
      })
      queued.add(delivery)
      emailsQueued.inc()
    },
    deliver: (message) =>
      attempt(message, operator).catch((cause: unknown) => {
        throw toLostError(cause)
      }),
    async close() {
      closing.abort()
      const timer = setTimeout(() => closed.abort(), closeTimeoutMs)
      await Promise.all(queued)
      clearTimeout(timer)
      closed.abort()
    },
  }
}

const emailCommands = /^(?:MAIL FROM|RCPT TO|DATA|AUTH)/

// 5xx: the server will never accept this email (RFC 5321, section 4.2.1), nor this password. Before it has seen either, it has refused
// a connection, for example from an address that is blocked for a while.
function isPermanent(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    'responseCode' in cause &&
    Number(cause.responseCode) >= 500 &&
    'command' in cause &&
    emailCommands.test(String(cause.command))
  )
}

// Without cause and message, because mail servers quote the recipient's address in them.
function toLostError(cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  const response = cause instanceof Error && 'responseCode' in cause ? `, response ${cause.responseCode}` : ''
  return new Error(`An email could not be delivered (${code}${response}). Check SMTP_URL and MAIL_FROM.`)
}

export const emailAttempts = new Counter({
  name: 'portico_email_attempts_total',
  help: 'Attempts to deliver an email, by outcome: sent, failed (may be repeated) or lost.',
  labelNames: ['outcome'] as const,
})

export const emailsQueued = new Gauge({
  name: 'portico_emails_queued',
  help: 'Emails to visitors that are waiting to be delivered.',
})
