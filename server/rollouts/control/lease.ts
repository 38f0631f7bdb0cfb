import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { writeUnsynced } from '../../database/write-unsynced.ts'

const leaseMs = 5_000 // after a crash, another server takes over after this long
// A server whose clock was ahead may have crashed and left a lease that ends in days. Clocks of servers differ by less.
const longestMs = 60_000

/** Whether a lease that ends at `until` is in force. */
export function isLeased(until: number, now = Date.now()): boolean {
  return until > now && until <= now + longestMs
}

/** A lock that one server holds at a time. A power failure may undo it, which ends the servers of an SQLite database as well. */
export function createLease(database: Pick<Database, 'db' | 'kind'>, name: string) {
  const holder = randomUUID()
  return {
    /** Acquires or renews the lease. False: another server holds it. */
    async acquire(): Promise<boolean> {
      const now = Date.now()
      const row = { holder, until: now + leaseMs }
      const { numInsertedOrUpdatedRows } = await writeUnsynced(database, (db) =>
        db
          .insertInto('lease')
          .values({ name, ...row })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet(row)
              .where(({ or, eb }) =>
                or([
                  eb('lease.holder', '=', holder),
                  eb('lease.until', '<', now),
                  eb('lease.until', '>', now + longestMs),
                ]),
              ),
          )
          .executeTakeFirst(),
      )
      return numInsertedOrUpdatedRows === 1n
    },
    /** Releases it for the next server. */
    async release(): Promise<void> {
      await database.db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
    },
  }
}
