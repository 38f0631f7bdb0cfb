import { isReservedName, systemActors } from '@portico/protocol/tokens/token-api.ts'
import { sql } from 'kysely'
import { type Migrations, toMigration } from '../../database/migrate.ts'

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
export const tokenMigrations: Migrations = {
  'tokens/0001-first': toMigration(
    `create table token (
      id text primary key, name text not null, hash text not null, scopes text not null,
      created_at bigint not null, expires_at bigint not null, last_used_at bigint)`,
  ),
  async 'tokens/0002-reserved-names'(db) {
    const { rows } = await sql<{ id: string; name: string }>`select id, name from token`.execute(db)
    // Several machines may each have a first token.
    for (const { id, name } of rows.filter(
      (row) => row.name !== systemActors.admin && isReservedName(row.name),
    ))
      await sql`update token set name = ${`token ${name}`} where id = ${id}`.execute(db)
  },
}
