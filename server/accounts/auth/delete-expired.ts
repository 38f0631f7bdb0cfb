import type { Services } from '../../services.ts'
import type { SessionCache } from '../sessions/session-cache.ts'

type Parts = Pick<Services, 'db'> & { readonly sessions: Pick<SessionCache, 'forgetAll'> }

const everyMs = 3_600_000
const unverifiedDays = 3 // long enough to find an overlooked email; a stranger can't block an address for longer

/** Deletes expired rows now and every hour, until the returned function is called. */
export function startDeletingExpired(parts: Parts, onError: (error: unknown) => void): () => void {
  const run = () => void deleteExpired(parts).catch(onError)
  const timer = setInterval(run, everyMs).unref()
  run()
  return () => clearInterval(timer)
}

/** Deletes expired sessions, codes and counters, and accounts whose address was never verified. */
export async function deleteExpired({ db, sessions }: Parts): Promise<void> {
  const now = new Date().toISOString()
  const unverifiedSince = new Date(Date.now() - unverifiedDays * 24 * 3_600_000).toISOString()
  await db.deleteFrom('session').where('expiresAt', '<', now).execute()
  await db.deleteFrom('verification').where('expiresAt', '<', now).execute()
  await db.deleteFrom('call_limit').where('endsAt', '<', Date.now()).execute()
  await db
    .deleteFrom('user') // which deletes its sessions and accounts as well
    .where('createdAt', '<', unverifiedSince)
    .where((eb) => eb.not(eb.ref('emailVerified').$castTo<boolean>()))
    .execute()
  sessions.forgetAll()
}
