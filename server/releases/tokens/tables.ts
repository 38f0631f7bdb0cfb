import { isReservedName, systemActors } from '@portico/protocol/tokens/token-api.ts'
import { type Kysely, sql } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Tokens of the release API. */
    token: TokenTable
  }
}

/** A token of the release API. A revoked one expired when it was revoked. */
export interface TokenTable {
  id: string
  name: string
  /** SHA-256 of its secret. */
  hash: string
  /** JSON: an array of scopes. */
  scopes: string
  created_at: number
  expires_at: number
  last_used_at: number | null
}

/** Migrations of the token tables. */
export const tokenMigrations = {
  'tokens/0001-first': (db: Kysely<unknown>) =>
    db.schema
      .createTable('token')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute(),
  async 'tokens/0002-reserved-names'(db: Kysely<unknown>) {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from token`.execute(db)
    // Several machines may each have a first token.
    for (const { id, name } of rows.filter(
      (row) => row.name !== systemActors.admin && isReservedName(row.name),
    ))
      await sql`update token set name = ${`token ${name}`} where id = ${id}`.execute(db)
  },
}
