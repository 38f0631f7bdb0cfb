import { systemActors, type Token } from '@portico/protocol/tokens/token-api.ts'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { isSessionSecret, readSessionToken } from './console-sessions.ts'
import type { TokenTable } from './tables.ts'
import { generateSecret, hashSecret, matchesHash, parseTokenId } from './token-secret.ts'

const dayMs = 24 * 3_600_000
const lastUsedPrecisionMs = 60_000 // precise enough to find unused tokens, without a write for every request

interface NewToken {
  readonly name: string
  readonly scopes: readonly string[]
  readonly days: number
  /** The account that it is for; its name is that of the account, which no other token may have. */
  readonly grant?: { readonly userId: string; readonly by: string }
}

/**
 * Stores a new token. Only the caller gets `secret`; it isn't stored. Throws `token-name-taken` if an active token has the
 * name; call it in a change, so that nobody takes it at the same time.
 */
export async function createToken(
  db: Db,
  { name, scopes, days, grant }: NewToken,
  secret = generateSecret(),
): Promise<Token & { readonly secret: string }> {
  const now = Date.now()
  // Each machine of a site has its own first token.
  if (name !== systemActors.admin && grant === undefined) await requireFreeName(db, name, now)
  const row = {
    id: parseTokenId(secret) ?? '',
    name,
    hash: hashSecret(secret),
    scopes: JSON.stringify(scopes),
    created_at: now,
    expires_at: now + days * dayMs,
    last_used_at: null,
    user_id: grant?.userId ?? null,
    granted_by: grant?.by ?? null,
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

/** The token of a secret, or of a session's secret, marked as used; null: there is none, or it has expired. */
export async function findToken(db: Db, secret: string): Promise<Token | null> {
  const row = await (isSessionSecret(secret) ? readSessionToken(db, secret) : readToken(db, secret))
  const now = Date.now()
  if (row === undefined || row.expires_at <= now) return null
  if ((row.last_used_at ?? 0) < now - lastUsedPrecisionMs)
    await db.updateTable('token').set({ last_used_at: now }).where('id', '=', row.id).execute()
  return toToken(row)
}

async function readToken(db: Db, secret: string): Promise<Selectable<TokenTable> | undefined> {
  const id = parseTokenId(secret) ?? ''
  const row = await db.selectFrom('token').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && matchesHash(secret, row.hash) ? row : undefined
}

/** Tokens that have not expired, newest first, without those of accounts. */
export async function listTokens(db: Db): Promise<Token[]> {
  const rows = await db
    .selectFrom('token')
    .selectAll()
    .where('expires_at', '>', Date.now())
    .where('user_id', 'is', null)
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

/** A stored token, without the hash of its secret. */
export function toToken(row: Selectable<TokenTable>): Token {
  return {
    id: row.id,
    name: row.name,
    scopes: v.parse(ScopesSchema, JSON.parse(row.scopes)),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  }
}
