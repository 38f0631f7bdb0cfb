import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import { unlessUnavailable } from '../../database/database-unavailable.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Tables } from '../../database/tables.ts'
import type { Channel } from './channels.ts'
import { describeNotification } from './describe-notification.ts'
import { notificationAttempts } from './metrics.ts'
import { NotificationSchema } from './notification.ts'
import { DeliveryError } from './post-json.ts'
import { getRetryDelayMs } from './retry-delay.ts'

type Row = Selectable<Tables['notification']>

const pollMs = 1_000
const cleanUpMs = 60_000
const maxInFlight = 2 // for each channel; the outbox sends four emails at a time, so that visitors have half of its places
const maxAgeMs = 24 * 3_600_000
const maxQueued = 1_000 // for each channel

interface DeliveryOptions {
  readonly channels: readonly Channel[]
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Delivers queued notifications until the returned function is called. Every server may do so: claiming a row decides
 * which one attempts it. An attempt that a crash interrupts is repeated, so receivers may get a notification twice.
 */
export function startDelivering(
  { db }: { readonly db: Kysely<Tables> },
  { channels, log }: DeliveryOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const inFlight = new Map<Channel, Set<Promise<void>>>(channels.map((channel) => [channel, new Set()]))
  const onError = (error: unknown) => log.error({ err: error }, 'notifications')

  async function deliverDue(channel: Channel): Promise<void> {
    const attempts = inFlight.get(channel) ?? new Set()
    if (attempts.size >= maxInFlight) return
    const now = Date.now()
    const rows = await db
      .selectFrom('notification')
      .selectAll()
      .where('channel', '=', channel.name)
      // No attempt is planned for after a notification is dropped, unless by a clock that was ahead.
      .where(({ or, eb }) =>
        or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + maxAgeMs)]),
      )
      .orderBy('next_attempt_at')
      .limit(maxInFlight - attempts.size)
      .execute()
    for (const row of rows) {
      if (stopping.signal.aborted || !(await claim(row, channel))) continue
      const attempt = deliver(row, channel)
        .catch(unlessUnavailable(onError))
        .finally(() => attempts.delete(attempt))
      attempts.add(attempt)
    }
  }

  /** False: another server attempts it. */
  async function claim({ id, next_attempt_at, attempts }: Row, { name, claimMs }: Channel): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('notification')
      .set({ next_attempt_at: Date.now() + claimMs, attempts: attempts + 1 })
      .where('id', '=', id)
      .where('channel', '=', name)
      .where('next_attempt_at', '=', next_attempt_at)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async function deliver(row: Row, channel: Channel): Promise<void> {
    try {
      await channel.send(toMessage(row), stopping.signal)
    } catch (error) {
      return retryLater(row, channel, error)
    }
    notificationAttempts.inc({ channel: channel.name, outcome: 'sent' })
    await remove(row)
  }

  async function retryLater(row: Row, { name, setting }: Channel, error: unknown): Promise<void> {
    const isStopping = stopping.signal.aborted
    const attempts = row.attempts + 1
    const delayMs = isStopping
      ? 0
      : getRetryDelayMs(attempts, error instanceof DeliveryError ? error.retryAfterMs : 0)
    const next = Date.now() + delayMs
    const reason = error instanceof DeliveryError ? error.message : 'it could not be sent'
    const what = `Notification ${row.id} was not delivered by ${name}, attempt ${attempts}: ${reason}.`
    if (next > row.created_at + maxAgeMs) {
      log.error(`${what} It is dropped, because it is a day old. Check ${setting}.`)
      notificationAttempts.inc({ channel: name, outcome: 'dropped' })
      return remove(row)
    }
    notificationAttempts.inc({ channel: name, outcome: 'failed' })
    if (!isStopping)
      log.warn(`${what} The next attempt is in ${Math.ceil(delayMs / 1_000)} s. Check ${setting}.`)
    await db
      .updateTable('notification')
      .set({ next_attempt_at: next })
      .where('id', '=', row.id)
      .where('channel', '=', row.channel)
      .execute()
  }

  async function remove({ id, channel }: Row): Promise<void> {
    await db.deleteFrom('notification').where('id', '=', id).where('channel', '=', channel).execute()
  }

  async function cleanUp(): Promise<void> {
    const names = channels.map(({ name }) => name)
    await db.deleteFrom('notification').where('channel', 'not in', names).execute()
    for (const { name } of channels) {
      const tooMany = await db
        .selectFrom('notification')
        .select('created_at')
        .where('channel', '=', name)
        .orderBy('created_at', 'desc')
        .offset(maxQueued)
        .limit(1)
        .executeTakeFirst()
      const oldest = Math.max(tooMany?.created_at ?? 0, Date.now() - maxAgeMs)
      const { numDeletedRows } = await db
        .deleteFrom('notification')
        .where('channel', '=', name)
        .where('created_at', '<=', oldest)
        .executeTakeFirst()
      notificationAttempts.inc({ channel: name, outcome: 'dropped' }, Number(numDeletedRows))
      if (numDeletedRows > 0n)
        log.error(
          `${numDeletedRows} notifications by ${name} are dropped: they are a day old, or more than ${maxQueued} are waiting.`,
        )
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

const JsonNotificationSchema = v.pipe(v.string(), v.parseJson(), NotificationSchema)

function toMessage({ id, body }: Row) {
  const notification = v.parse(JsonNotificationSchema, body)
  const { type, at, ...data } = notification
  const isUrgent =
    type === 'rollout.paused' ||
    type === 'rollout.waiting' ||
    (type === 'rollout.rolled_back' && data.by === systemActors.site)
  return { id, type, at, data, text: describeNotification(notification), isUrgent }
}
