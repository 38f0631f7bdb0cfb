import type { Database } from '../database/database.ts'
import { toMigration } from '../database/migrate.ts'
import { writeUnsynced } from '../database/write-unsynced.ts'
import { createBoundedCache } from './caching/bounded-cache.ts'

declare module '../database/tables.ts' {
  interface Tables {
    /** Requests counted in the current window, by a hashed key. */
    call_limit: { readonly key: string; count: number; endsAt: number }
  }
}

export const createCallLimits = toMigration(
  'create table call_limit (key text primary key, count integer not null, "endsAt" bigint not null)',
  'create index "call_limit_endsAt_idx" on call_limit ("endsAt")',
)

export interface Limit {
  readonly max: number
  readonly windowMs: number
}

/** How many requests the current window has, including this one, and when it ends. */
export interface WindowCount {
  readonly count: number
  readonly endsAt: number
}

/** A window above its limit; `recheckAt` is in milliseconds of the clock that never jumps. */
interface Exhausted extends WindowCount {
  readonly recheckAt: number
}

interface Waiting {
  readonly windowMs: number
  readonly resolvers: PromiseWithResolvers<WindowCount>[]
}

const maxExhausted = 10_000
// Another server may reset a count in the meantime, such as after a new password.
const recheckMs = 10_000
// A window that would end later than a new one was started by a clock that was ahead. Clocks of servers differ by less.
const clockToleranceMs = 60_000

/**
 * Counts requests in fixed windows in the database, so that all servers count together: of any number of simultaneous
 * requests, exactly as many pass as a limit allows. Requests that arrive during a write are counted together by the next
 * one; a key above its limit is rejected from memory, so that a flood costs no writes. A power failure may undo the last counts.
 */
export function createRequestCounters(database: Pick<Database, 'db'>) {
  const exhausted = createBoundedCache<Exhausted>(maxExhausted)
  let waiting = new Map<string, Waiting>()
  let isWriting = false

  async function writeWaiting(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting.size > 0) {
      const batch = waiting
      waiting = new Map()
      await write(database, batch).catch((error: unknown) => {
        for (const { resolvers } of batch.values()) for (const { reject } of resolvers) reject(error)
      })
    }
    isWriting = false
  }

  function countInDatabase(key: string, windowMs: number): Promise<WindowCount> {
    const resolvers = Promise.withResolvers<WindowCount>()
    const entry = waiting.get(key) ?? { windowMs, resolvers: [] }
    entry.resolvers.push(resolvers)
    waiting.set(key, entry)
    void writeWaiting()
    return resolvers.promise
  }

  return {
    async increase(key: string, { max, windowMs }: Limit): Promise<WindowCount> {
      const known = exhausted.get(key)
      if (known !== undefined && Date.now() < known.endsAt && performance.now() < known.recheckAt)
        return known
      const counted = await countInDatabase(key, windowMs)
      if (counted.count > max) exhausted.set(key, { ...counted, recheckAt: performance.now() + recheckMs })
      return counted
    },
    async uncount(keys: readonly string[]): Promise<void> {
      for (const key of keys) exhausted.delete(key)
      await writeUnsynced(database, (db) =>
        db
          .updateTable('call_limit')
          .set(({ eb }) => ({ count: eb('count', '-', 1) }))
          .where('key', 'in', keys)
          .where('count', '>', 0)
          .execute(),
      )
    },
    async reset(keys: readonly string[]): Promise<void> {
      for (const key of keys) exhausted.delete(key)
      await database.db.deleteFrom('call_limit').where('key', 'in', keys).execute()
    },
  }
}

async function write(database: Pick<Database, 'db'>, batch: ReadonlyMap<string, Waiting>): Promise<void> {
  const now = Date.now()
  // In one order, so that two servers that count the same keys don't wait for each other.
  const rows = [...batch]
    .map(([key, { windowMs, resolvers }]) => ({ key, count: resolvers.length, endsAt: now + windowMs }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const counted = await writeUnsynced(database, (db) =>
    db
      .insertInto('call_limit')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ eb, ref }) => {
          const isOver = eb.or([
            eb(ref('call_limit.endsAt'), '<=', now),
            eb(ref('call_limit.endsAt'), '>', eb(ref('excluded.endsAt'), '+', clockToleranceMs)),
          ])
          const [added, endsAt] = [ref('excluded.count'), ref('excluded.endsAt')]
          const sum = eb(ref('call_limit.count'), '+', added)
          return {
            count: eb.case().when(isOver).then(added).else(sum).end(),
            endsAt: eb.case().when(isOver).then(endsAt).else(ref('call_limit.endsAt')).end(),
          }
        }),
      )
      .returning(['key', 'count', 'endsAt'])
      .execute(),
  )
  for (const { key, count, endsAt } of counted) {
    const { resolvers } = batch.get(key) ?? { resolvers: [] }
    for (const [at, { resolve }] of resolvers.entries())
      resolve({ count: count - resolvers.length + 1 + at, endsAt })
  }
}
