import { unlessUnavailable } from '../../database/database-unavailable.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Db } from '../../database/tables.ts'
import type { SessionCache } from './session-cache.ts'

type Parts = { readonly db: Db } & { readonly sessions: Pick<SessionCache, 'forgetAll'> }

const everyMs = 3_600_000
const unverifiedDays = 3 // long enough to find an overlooked email; a stranger can't block an address for longer

/** Deletes expired rows now and every hour, until the returned function is called. */
export function startDeletingExpired(parts: Parts, onError: (error: unknown) => void): () => Promise<void> {
  const run = () => deleteExpired(parts)
  const first = run().catch(unlessUnavailable(onError))
  // Expired rows are rejected anyway, so deleting them can wait until the clock is steady; the clean-up warns about
  // jumps.
  const stop = runPeriodically(run, { everyMs, onError, onClockJump: () => {} })
  return async () => {
    await first
    await stop()
  }
}

/** Deletes expired sessions and codes, and accounts whose address was never verified. */
export async function deleteExpired({ db, sessions }: Parts): Promise<void> {
  const now = new Date().toISOString()
  const unverifiedSince = new Date(Date.now() - unverifiedDays * 24 * 3_600_000).toISOString()
  await db.deleteFrom('session').where('expiresAt', '<', now).execute()
  await db.deleteFrom('verification').where('expiresAt', '<', now).execute()
  await db
    .deleteFrom('user') // which deletes its sessions and accounts as well
    .where('createdAt', '<', unverifiedSince)
    .where((eb) => eb.not(eb.ref('emailVerified').$castTo<boolean>()))
    .execute()
  sessions.forgetAll()
}
