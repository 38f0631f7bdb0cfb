import { type FormattedProfile, formatProfile } from '@portico/kit/account/formatted-profile.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../database/tables.ts'
import { withTimeout } from '../../http/requests/with-timeout.ts'
import { getProfile } from '../auth/visitor.ts'
import { type SessionReader, waitMs } from './read-session.ts'

/** Reads what the profile pages show of a request's visitor; null: the database doesn’t respond in time, or the session has ended. */
export type ReadProfile = (request: Pick<FastifyRequest, 'cookies'>) => Promise<FormattedProfile | null>

/** Creates a reader of profiles for pages: it waits at most a second for the database, and never rejects. */
export function createProfileReader(
  { db }: { readonly db: Db },
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
