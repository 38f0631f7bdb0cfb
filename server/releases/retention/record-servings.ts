import { unlessUnavailable } from '../../database/database-unavailable.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Db } from '../../database/tables.ts'
import type { ReleaseName } from '../storage/release-store.ts'

const dayMs = 24 * 3_600_000
const storeMs = 60_000

/** Starts storing when each release was last served: every minute, and each release once a day. */
export function recordServings(db: Db, onError: (error: unknown) => void) {
  /** The day for which a release was last stored, or will be. */
  const days = new Map<string, number>()
  let added: ReleaseName[] = []

  async function store(): Promise<void> {
    const now = Date.now()
    for (const [key, day] of days) if (day < getDay(now)) days.delete(key)
    const releases = added
    added = []
    try {
      for (const { app, id } of releases)
        await db
          .updateTable('release')
          .set({ served_at: now })
          .where('app', '=', app)
          .where('id', '=', id)
          // Unless another server has stored it today.
          .where(({ eb, or }) => or([eb('served_at', 'is', null), eb('served_at', '<', getDay(now) * dayMs)]))
          .execute()
    } catch (error) {
      added = [...releases, ...added]
      throw error
    }
  }

  const stop = runPeriodically(store, { everyMs: storeMs, onError })
  return {
    /** Costs a look-up in memory. */
    add({ app, id }: ReleaseName): void {
      const key = `${app}/${id}`
      const today = getDay(Date.now())
      if (days.get(key) === today) return
      days.set(key, today)
      added.push({ app, id })
    },
    store,
    async stop(): Promise<void> {
      await stop()
      await store().catch(unlessUnavailable(onError))
    },
  }
}

function getDay(time: number): number {
  return Math.floor(time / dayMs)
}
