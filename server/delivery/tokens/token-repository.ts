import type { Token } from '@portico/shared/release/token-api.ts'
import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../database/tables.ts'
import type { TokenTables } from './tables.ts'
import { hashOfSecret, idIn, isSecretOf, makeSecret } from './token-secret.ts'

const dayMs = 24 * 3_600_000
const usedEveryMs = 60_000 // exact enough to find tokens that nobody uses, and no write for each call

interface NewToken {
  readonly name: string
  readonly scopes: readonly string[]
  readonly days: number
}

/** Stores a new token. `secret` is known to nobody else, and stored nowhere. */
export async function createToken(
  db: Kysely<Tables>,
  { name, scopes, days }: NewToken,
  secret = makeSecret(),
): Promise<Token & { readonly secret: string }> {
  const now = Date.now()
  const row = {
    id: idIn(secret) ?? '',
    name,
    hash: hashOfSecret(secret),
    scopes: JSON.stringify(scopes),
    created_at: now,
    expires_at: now + days * dayMs,
    last_used_at: null,
  }
  await db
    .insertInto('token')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { ...tokenOf(row), secret }
}

/** The token of a secret, which is then noted as used; null: there is none, or it has expired. */
export async function readToken(db: Kysely<Tables>, secret: string): Promise<Token | null> {
  const id = idIn(secret)
  if (id === null) return null
  const row = await db.selectFrom('token').selectAll().where('id', '=', id).executeTakeFirst()
  const now = Date.now()
  if (row === undefined || !isSecretOf(secret, row.hash) || row.expires_at <= now) return null
  if ((row.last_used_at ?? 0) < now - usedEveryMs)
    await db.updateTable('token').set({ last_used_at: now }).where('id', '=', id).execute()
  return tokenOf(row)
}

/** Tokens that have not expired, the newest first. */
export async function listTokens(db: Kysely<Tables>): Promise<Token[]> {
  const rows = await db
    .selectFrom('token')
    .selectAll()
    .where('expires_at', '>', Date.now())
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(tokenOf)
}

/** Ends a token now. False: there is none that has not ended. */
export async function withdrawToken(db: Kysely<Tables>, id: string): Promise<boolean> {
  const now = Date.now()
  const { numUpdatedRows } = await db
    .updateTable('token')
    .set({ expires_at: now })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const ScopesSchema = v.array(v.string())

function tokenOf(row: Selectable<TokenTables['token']>): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: v.parse(ScopesSchema, JSON.parse(row.scopes)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}
