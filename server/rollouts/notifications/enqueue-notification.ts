import { randomUUID } from 'node:crypto'
import type { Db } from '../../database/tables.ts'
import { channelNames, type Notification } from './notification.ts'

/**
 * Queues a notification as part of a change, so that it is delivered if and only if the change is committed. Rows of
 * channels that aren't configured are deleted by `startDelivering`, because a change knows no configuration.
 */
export async function enqueueNotification(trx: Db, notification: Notification): Promise<void> {
  const id = createNotificationId()
  const body = JSON.stringify(notification)
  const times = { created_at: notification.at, next_attempt_at: notification.at, attempts: 0 }
  const rows = channelNames.map((channel) => ({ id, channel, body, ...times }))
  await trx.insertInto('notification').values(rows).execute()
}

/**
 * Generates an id, by which receivers recognize repetitions. It contains no full stop, which separates what is signed.
 */
export function createNotificationId(): string {
  return `msg_${randomUUID()}`
}
