import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** The record of a published release, as it was stored; null: there is none. */
export async function storedRecord(db: Kysely<Tables>, app: string, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('release')
    .select('record')
    .where('app', '=', app)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.record ?? null
}
