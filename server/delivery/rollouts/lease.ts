import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

const leaseMs = 5_000 // a server that was killed is followed by another after this long

/** A right that one of all servers has at a time. */
export function makeLease(db: Kysely<Tables>, name: string) {
  const holder = randomUUID()
  return {
    /** Takes it, or keeps it. False: another server has it. */
    async take(): Promise<boolean> {
      const now = Date.now()
      const row = { holder, until: now + leaseMs }
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('lease')
        .values({ name, ...row })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(row)
            .where(({ or, eb }) => or([eb('lease.holder', '=', holder), eb('lease.until', '<', now)])),
        )
        .executeTakeFirst()
      return numInsertedOrUpdatedRows === 1n
    },
    /** Leaves it to the next. */
    async release(): Promise<void> {
      await db.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute()
    },
  }
}
