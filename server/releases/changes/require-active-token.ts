import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'

/** When a token expires or was revoked, in milliseconds since 1970; null: there is none with this id. */
export async function findExpiry(db: Db, id: string): Promise<number | null> {
  const row = await db.selectFrom('token').select('expires_at').where('id', '=', id).executeTakeFirst()
  return row?.expires_at ?? null
}

/** Throws `token-invalid` if a token was revoked or has expired. */
export async function requireActiveToken(db: Db, id: string): Promise<void> {
  if (((await findExpiry(db, id)) ?? 0) <= Date.now()) throw createInvalidProblem()
}

/** The error for a token that is unknown, was revoked or has expired. */
export function createInvalidProblem(): Problem {
  return new Problem('token-invalid', {
    hint: 'Ask the site’s operator to create a new one (`token create`).',
  })
}
