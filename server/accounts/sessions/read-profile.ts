import { formatProfile } from '@portico/kit/account/formatted-profile.ts'
import { withTimeout } from '../../http/requests/with-timeout.ts'
import type { ReadProfile, Services } from '../../services.ts'
import { getProfile } from '../auth/get-profile.ts'
import { type SessionReader, waitMs } from './read-session.ts'

/** Creates a reader of profiles for pages: it waits at most a second for the database, and never rejects. */
export function createProfileReader(
  { db }: Pick<Services, 'db'>,
  { identify }: Pick<SessionReader, 'identify'>,
): ReadProfile {
  return async (request) => {
    const read = async () => {
      const userId = await identify(request)
      return userId === null ? null : formatProfile(await getProfile({ db }, userId))
    }
    return withTimeout(
      waitMs,
      read().catch(() => null),
      null,
    )
  }
}
