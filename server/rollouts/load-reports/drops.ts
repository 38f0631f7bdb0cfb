import type { DropReason } from '@portico/protocol/rollout/rollout-record.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import { droppedLoads } from './metrics.ts'

/** Counts the loads that were not counted, by rollout and reason. */
export interface Drops {
  add(rollout: string, reason: DropReason): void
  /** Adds what was counted since the last time to the database. */
  store(db: Db): Promise<void>
}

/** Starts to count. There is one counter for each reason of each active rollout, however many loads are dropped. */
export function createDrops(): Drops {
  let counts = new Map<string, { rollout: string; reason: DropReason; count: number }>()
  return {
    add(rollout, reason) {
      droppedLoads.inc({ reason })
      const key = `${rollout} ${reason}`
      const row = counts.get(key) ?? { rollout, reason, count: 0 }
      row.count += 1
      counts.set(key, row)
    },
    async store(db) {
      const rows = [...counts.values()]
      if (rows.length === 0) return
      counts = new Map()
      await db
        .insertInto('dropped_load')
        .values(rows.toSorted((a, b) => (`${a.rollout} ${a.reason}` < `${b.rollout} ${b.reason}` ? -1 : 1)))
        .onConflict((conflict) =>
          conflict
            .columns(['rollout', 'reason'])
            .doUpdateSet({ count: sql`dropped_load.count + excluded.count` }),
        )
        .execute()
    },
  }
}
