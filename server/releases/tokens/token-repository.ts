import { systemActors, type Token } from '@portico/protocol/tokens/token-api.ts'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { TokenTable } from './tables.ts'
import { generateSecret, hashSecret, matchesHash, parseTokenId } from './token-secret.ts'

const dayMs = 24 * 3_600_000
const lastUsedPrecisionMs = 60_000 // precise enough to find unused tokens, without a write for every request

interface NewToken {
  readonly name: string
  readonly scopes: readonly string[]
  readonly days: number
}

/**
 * Stores a new token. Only the caller gets `secret`; it isn't stored. Throws `token-name-taken` if an active token has the
 * name; call it in a change, so that nobody takes it at the same time.
 */
export async function createToken(
  db: Db,
  { name, scopes, days }: NewToken,
  secret = generateSecret(),
): Promise<Token & { readonly secret: string }> {
  const now = Date.now()
  // Each machine of a site has its own first token.
  if (name !== systemActors.admin) await requireFreeName(db, name, now)
  const row = {
    id: parseTokenId(secret) ?? '',
    name,
    hash: hashSecret(secret),
    scopes: JSON.stringify(scopes),
    created_at: now,
    expires_at: now + days * dayMs,
    last_used_at: null,
  }
  await db.insertInto('token').values(row).execute()
  return { ...toToken(row), secret }
}

async function requireFreeName(db: Db, name: string, now: number): Promise<void> {
  const taken = await db
    .selectFrom('token')
    .select(['id', 'name'])
    .where(({ eb, fn }) => eb(fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (taken === undefined) return
  throw new Problem('token-name-taken', {
    detail: `Expected a name that no active token has; the token ${taken.id} is named "${taken.name}".`,
    hint: `Choose another name, or revoke that token first: token revoke ${taken.id}.`,
  })
}

/** Whether there is a token with this id, even if it has expired. */
export async function hasToken(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('token').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** The token of a secret, marked as used; null: there is none, or it has expired. */
export async function findToken(db: Db, secret: string): Promise<Token | null> {
  const id = parseTokenId(secret)
  if (id === null) return null
  const row = await db.selectFrom('token').selectAll().where('id', '=', id).executeTakeFirst()
  const now = Date.now()
  if (row === undefined || !matchesHash(secret, row.hash) || row.expires_at <= now) return null
  if ((row.last_used_at ?? 0) < now - lastUsedPrecisionMs)
    await db.updateTable('token').set({ last_used_at: now }).where('id', '=', id).execute()
  return toToken(row)
}

/** Tokens that have not expired, newest first. */
export async function listTokens(db: Db): Promise<Token[]> {
  const rows = await db
    .selectFrom('token')
    .selectAll()
    .where('expires_at', '>', Date.now())
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toToken)
}

/** Revokes a token. False: there is none, or it has already expired. */
export async function revokeToken(db: Db, id: string): Promise<boolean> {
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

function toToken(row: Selectable<TokenTable>): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: v.parse(ScopesSchema, JSON.parse(row.scopes)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}
