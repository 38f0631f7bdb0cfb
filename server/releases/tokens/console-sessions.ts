import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/tables.ts'
import type { TokenTable } from './tables.ts'
import { hashSecret } from './token-secret.ts'

/** How long a session of the console lasts at most, in milliseconds. */
export const sessionMs = 8 * 3_600_000

const prefix = 'portico_console_' // secret scanners recognize it; no token's secret begins with it
const secretBytes = 32

/** Whether a secret is that of a session, and not of a token. */
export const isSessionSecret = (secret: string): boolean => secret.startsWith(prefix)

/** Starts a session that may do what the token may, for as long as the token may. Only the caller gets its secret. */
export async function startSession(db: Db, tokenId: string): Promise<string> {
  const secret = prefix + randomBytes(secretBytes).toString('base64url')
  const now = Date.now()
  const row = { hash: hashSecret(secret), token_id: tokenId, created_at: now, expires_at: now + sessionMs }
  await db.insertInto('console_session').values(row).execute()
  return secret
}

/** Ends a session, if it hasn't ended yet. */
export async function endSession(db: Db, secret: string): Promise<void> {
  await db.deleteFrom('console_session').where('hash', '=', hashSecret(secret)).execute()
}

/** The token of a session, which expires with the session; undefined: there is none. */
export async function readSessionToken(db: Db, secret: string): Promise<Selectable<TokenTable> | undefined> {
  const row = await db
    .selectFrom('console_session')
    .innerJoin('token', 'token.id', 'console_session.token_id')
    .selectAll('token')
    .select('console_session.expires_at as session_expires_at')
    .where('console_session.hash', '=', hashSecret(secret))
    .executeTakeFirst()
  return row && { ...row, expires_at: Math.min(row.expires_at, row.session_expires_at) }
}

/** Those of the sessions that haven't ended, by the hashes of their secrets. */
export async function findActiveSessions(db: Db, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const now = Date.now()
  const rows = await db
    .selectFrom('console_session')
    .innerJoin('token', 'token.id', 'console_session.token_id')
    .select('console_session.hash')
    .where('console_session.hash', 'in', hashes)
    .where('console_session.expires_at', '>', now)
    .where('token.expires_at', '>', now)
    .execute()
  return new Set(rows.map(({ hash }) => hash))
}
