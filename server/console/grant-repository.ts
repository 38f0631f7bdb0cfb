import type { Grants } from '@portico/protocol/tokens/grant-api.ts'
import type { Token } from '@portico/protocol/tokens/token-api.ts'
import type { Db } from '../database/tables.ts'
import type { Change } from '../releases/changes/make-change.ts'
import { createToken, toToken } from '../releases/tokens/token-repository.ts'

const unlimitedDays = 36_500 // until it is revoked

/** The account of a username, in any case; null: there is none. */
export async function findAccount(db: Db, username: string): Promise<string | null> {
  const user = await db
    .selectFrom('user')
    .select('id')
    .where('username', '=', username.toLowerCase())
    .executeTakeFirst()
  return user?.id ?? null
}

/** The token that stands for what an account may do, whose secret nobody knows; null: it has none. */
export async function findGrant(db: Db, userId: string): Promise<Token | null> {
  const row = await selectGrants(db).where('token.user_id', '=', userId).executeTakeFirst()
  return row === undefined ? null : toToken(row)
}

/** What each account may do, in alphabetical order. */
export async function listGrants(db: Db): Promise<Grants['grants']> {
  const rows = await selectGrants(db).orderBy('user.username').execute()
  return rows.map((row) => ({
    username: row.username ?? '',
    scopes: toToken(row).scopes,
    grantedAt: row.created_at,
    grantedBy: row.granted_by ?? '',
    lastUsedAt: row.last_used_at,
  }))
}

function selectGrants(db: Db) {
  return db
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.user_id')
    .selectAll('token')
    .select('user.username')
    .where('token.expires_at', '>', Date.now())
}

/** Lets an account do this and nothing else, in a new session. */
export async function grant(
  { trx, by, at }: Pick<Change, 'trx' | 'by' | 'at'>,
  { userId, username, scopes }: { userId: string; username: string; scopes: readonly string[] },
): Promise<void> {
  await revokeGrant({ trx, at }, userId)
  await createToken(trx, { name: toName(username), scopes, days: unlimitedDays, grant: { userId, by } })
}

/** Ends what an account may do, with its sessions. */
export async function revokeGrant({ trx, at }: Pick<Change, 'trx' | 'at'>, userId: string): Promise<void> {
  await trx
    .updateTable('token')
    .set({ expires_at: at })
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .execute()
}

/** Gives the token of an account the name that the account has now. */
export async function nameGrant(db: Db, userId: string): Promise<void> {
  const user = await db.selectFrom('user').select('username').where('id', '=', userId).executeTakeFirst()
  if (user?.username)
    await db
      .updateTable('token')
      .set({ name: toName(user.username) })
      .where('user_id', '=', userId)
      .execute()
}

/** The name of an account in the audit log: no token that somebody creates may begin with @. */
const toName = (username: string) => `@${username}`
