import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import type { Db } from '../database/tables.ts'
import { addAccountRoutes } from './accounts.ts'
import type { AccountServices } from './auth/account-context.ts'
import { createAuth } from './auth/auth.ts'
import type { ReadSession } from './auth/known-session.ts'
import { createPasswordHasher, type PasswordAlgorithm } from './auth/passwords.ts'
import { createScrypt } from './auth/scrypt.ts'
import { createSessionCache } from './auth/session-cache.ts'
import { followSessionChanges } from './sessions/follow-session-changes.ts'
import { createProfileReader, type ReadProfile } from './sessions/read-profile.ts'
import { createSessionReader } from './sessions/read-session.ts'

/** The accounts of the site. */
export interface Accounts {
  /** The feature `/-/account/*`. */
  routes(app: FastifyInstance, services: AccountServices): Promise<void>
  readonly readSession: ReadSession
  readonly readProfile: ReadProfile
  /** Forgets the sessions in memory. */
  forgetAll(): void
  stop(): Promise<void>
}

interface Parts {
  readonly configuration: Configuration
  readonly db: Db
  readonly kind: Database['kind']
  readonly isUnavailable: Database['isUnavailable']
  /** Replaces scrypt in tests, where its 80 ms of CPU per password add up. No setting reaches it. */
  readonly passwordAlgorithm?: PasswordAlgorithm | undefined
}

/** Opens the accounts and starts following what other servers change. */
export async function openAccounts(services: Parts, log: FastifyBaseLogger): Promise<Accounts> {
  const scrypt = createScrypt()
  const passwords = createPasswordHasher({ algorithm: services.passwordAlgorithm ?? scrypt })
  const sessions = createSessionCache()
  const auth = createAuth({ ...services, passwords, sessions, log })
  const onError = (error: unknown) => log.error({ err: error }, 'session')
  const reader = await createSessionReader({ ...services, auth, cache: sessions, onError })
  const following = await followSessionChanges(services, sessions)
  return {
    routes: (app, all) =>
      addAccountRoutes(app, { ...all, auth, passwords, sessions, peekSession: reader.peek }),
    readSession: reader.read,
    readProfile: createProfileReader(services, reader),
    forgetAll: sessions.forgetAll,
    async stop() {
      await Promise.all([following.stop(), scrypt.stop()])
    },
  }
}
