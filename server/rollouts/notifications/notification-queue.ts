import type { Channels } from '@portico/protocol/rollout/settings-api.ts'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '../../database/tables.ts'

export type QueuedNotification = Selectable<Tables['notification']>

/** After this, it is dropped. */
export const maxAgeMs = 24 * 3_600_000
const maxQueued = 1_000 // for each channel

/** The notifications to a channel whose next attempt is due, the first ones first. */
export function selectDue(db: Db, channel: string, limit: number): Promise<QueuedNotification[]> {
  const now = Date.now()
  return (
    db
      .selectFrom('notification')
      .selectAll()
      .where('channel', '=', channel)
      // No attempt is planned for after a notification is dropped, unless by a clock that was ahead.
      .where(({ or, eb }) =>
        or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + maxAgeMs)]),
      )
      .orderBy('next_attempt_at')
      .limit(limit)
      .execute()
  )
}

/** Reserves an attempt until `until`. False: another server attempts it. */
export async function claim(
  db: Db,
  { id, channel, next_attempt_at, attempts }: QueuedNotification,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ next_attempt_at: until, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('next_attempt_at', '=', next_attempt_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Plans the next attempt. */
export async function postpone(db: Db, { id, channel }: QueuedNotification, next: number): Promise<void> {
  await db
    .updateTable('notification')
    .set({ next_attempt_at: next })
    .where('id', '=', id)
    .where('channel', '=', channel)
    .execute()
}

/** Removes a notification that was sent. */
export async function complete(db: Db, row: QueuedNotification): Promise<void> {
  const { channel } = row
  const at = Date.now()
  await db
    .insertInto('delivery')
    .values({ channel, at })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet({ at }))
    .execute()
  await remove(db, row)
}

/** For each of these channels, how many notifications are waiting and when it last accepted one. */
export async function describeQueues(
  db: Db,
  channels: readonly { readonly name: string; readonly target: string }[],
): Promise<Channels['channels']> {
  const queued = await db
    .selectFrom('notification')
    .select(({ fn }) => ['channel', fn.countAll<number | string>().as('count')])
    .groupBy('channel')
    .execute()
  const deliveries = await db.selectFrom('delivery').selectAll().execute()
  return channels.map(({ name, target }) => ({
    ...{ name, target },
    waiting: Number(queued.find(({ channel }) => channel === name)?.count ?? 0),
    lastDeliveredAt: deliveries.find(({ channel }) => channel === name)?.at ?? null,
  }))
}

/** Removes a notification that is dropped. */
export async function remove(db: Db, { id, channel }: QueuedNotification): Promise<void> {
  await db.deleteFrom('notification').where('id', '=', id).where('channel', '=', channel).execute()
}

/** Removes the notifications to channels that are no longer configured. */
export async function removeOthers(db: Db, channels: readonly string[]): Promise<void> {
  await db.deleteFrom('notification').where('channel', 'not in', channels).execute()
}

/** Drops the notifications to a channel that are too old or too many. Returns how many. */
export async function dropOld(db: Db, channel: string): Promise<number> {
  const tooMany = await db
    .selectFrom('notification')
    .select('created_at')
    .where('channel', '=', channel)
    .orderBy('created_at', 'desc')
    .offset(maxQueued)
    .limit(1)
    .executeTakeFirst()
  const oldest = Math.max(tooMany?.created_at ?? 0, Date.now() - maxAgeMs)
  const { numDeletedRows } = await db
    .deleteFrom('notification')
    .where('channel', '=', channel)
    .where('created_at', '<=', oldest)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Why `dropOld` drops them. */
export const dropReason = `they are a day old, or more than ${maxQueued} are waiting`
