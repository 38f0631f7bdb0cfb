import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyBaseLogger } from 'fastify'
import * as v from 'valibot'
import { unlessUnavailable } from '../../database/database-unavailable.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Db } from '../../database/tables.ts'
import type { Channel } from './channels.ts'
import { describeNotification } from './describe-notification.ts'
import { notificationAttempts } from './metrics.ts'
import { NotificationSchema } from './notification.ts'
import {
  claim,
  complete,
  dropOld,
  dropReason,
  maxAgeMs,
  postpone,
  type QueuedNotification,
  remove,
  removeOthers,
  selectDue,
} from './notification-queue.ts'
import { DeliveryError } from './post-json.ts'

const pollMs = 1_000
const cleanUpMs = 60_000
const maxInFlight = 2 // for each channel; the outbox sends four emails at a time, so that visitors have half of its places

interface DeliveryOptions {
  readonly channels: readonly Channel[]
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Delivers queued notifications until the returned function is called. Every server may do so: claiming a row decides
 * which one attempts it. An attempt that a crash interrupts is repeated, so receivers may get a notification twice.
 */
export function startDelivering(
  { db }: { readonly db: Db },
  { channels, log }: DeliveryOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const inFlight = new Map<Channel, Set<Promise<void>>>(channels.map((channel) => [channel, new Set()]))
  const onError = (error: unknown) => log.error({ err: error }, 'notifications')

  async function deliverDue(channel: Channel): Promise<void> {
    const attempts = inFlight.get(channel) ?? new Set()
    if (attempts.size >= maxInFlight) return
    const rows = await selectDue(db, channel.name, maxInFlight - attempts.size)
    for (const row of rows) {
      if (stopping.signal.aborted || !(await claim(db, row, Date.now() + channel.claimMs))) continue
      const attempt = deliver({ db, log, signal: stopping.signal }, row, channel)
        .catch(unlessUnavailable(onError))
        .finally(() => attempts.delete(attempt))
      attempts.add(attempt)
    }
  }

  async function cleanUp(): Promise<void> {
    const names = channels.map(({ name }) => name)
    await removeOthers(db, names)
    for (const channel of names) {
      const dropped = await dropOld(db, channel)
      notificationAttempts.inc({ channel, outcome: 'dropped' }, dropped)
      if (dropped > 0) log.error(`${dropped} notifications by ${channel} are dropped: ${dropReason}.`)
    }
  }

  let cleanedUpAt = 0
  async function run(): Promise<void> {
    if (Date.now() - cleanedUpAt >= cleanUpMs) {
      cleanedUpAt = Date.now()
      await cleanUp()
    }
    for (const channel of channels) await deliverDue(channel)
  }
  const stopPolling = runPeriodically(run, { everyMs: pollMs, onError })

  return async () => {
    stopping.abort()
    await stopPolling()
    await Promise.all([...inFlight.values()].flatMap((attempts) => [...attempts]))
  }
}

interface Sender extends Pick<DeliveryOptions, 'log'> {
  readonly db: Db
  readonly signal: AbortSignal
}

async function deliver(sender: Sender, row: QueuedNotification, channel: Channel): Promise<void> {
  try {
    await channel.send(toMessage(row), sender.signal)
  } catch (error) {
    return retryLater(sender, { row, channel, error })
  }
  notificationAttempts.inc({ channel: channel.name, outcome: 'sent' })
  await complete(sender.db, row)
}

interface Failure {
  readonly row: QueuedNotification
  readonly channel: Channel
  readonly error: unknown
}

async function retryLater({ db, log, signal }: Sender, { row, channel, error }: Failure): Promise<void> {
  const { name, setting } = channel
  const attempts = row.attempts + 1
  const retryAfterMs = error instanceof DeliveryError ? error.retryAfterMs : 0
  const delayMs = signal.aborted ? 0 : getRetryDelayMs(attempts, retryAfterMs)
  const next = Date.now() + delayMs
  const reason = error instanceof DeliveryError ? error.message : 'it could not be sent'
  const what = `Notification ${row.id} was not delivered by ${name}, attempt ${attempts}: ${reason}.`
  if (next > row.created_at + maxAgeMs) {
    log.error(`${what} It is dropped, because it is a day old. Check ${setting}.`)
    notificationAttempts.inc({ channel: name, outcome: 'dropped' })
    return remove(db, row)
  }
  notificationAttempts.inc({ channel: name, outcome: 'failed' })
  if (!signal.aborted)
    log.warn(`${what} The next attempt is in ${Math.ceil(delayMs / 1_000)} s. Check ${setting}.`)
  await postpone(db, row, next)
}

const JsonNotificationSchema = v.pipe(v.string(), v.parseJson(), NotificationSchema)

function toMessage({ id, body }: QueuedNotification) {
  const notification = v.parse(JsonNotificationSchema, body)
  const { type, at, ...data } = notification
  const isUrgent =
    type === 'rollout.paused' ||
    type === 'rollout.waiting' ||
    (type === 'rollout.rolled_back' && data.by === systemActors.site)
  return { id, type, at, data, text: describeNotification(notification), isUrgent }
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const delaysMs = [secondMs, 5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs]
const longestDelayMs = 60 * minuteMs

/**
 * How long to wait after an attempt has failed, the first being 1; up to a fifth longer, so that retries don't
 * coincide.
 */
function getRetryDelayMs(attempts: number, retryAfterMs = 0): number {
  const delayMs = delaysMs[attempts - 1] ?? longestDelayMs
  return Math.round(Math.max(delayMs, retryAfterMs) * (1 + Math.random() / 5))
}
