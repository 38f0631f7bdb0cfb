import { isReservedName, systemActors } from '@portico/protocol/tokens/token-api.ts'
import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { type Migrations, toMigration } from '../../database/migrate.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    token: TokenTable
    /** Sessions of the console; each may do what its token may. `hash` is the SHA-256 of its secret. */
    console_session: { hash: string; token_id: string; created_at: number; expires_at: number }
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
  /** The account that may use it in the console, where nobody has its secret; null: it is for whoever has its secret. */
  user_id: string | null
  /** Who gave it to that account. */
  granted_by: string | null
}

/** Migrations of the token tables, without those of the console. */
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

/** Those of a console in which accounts sign in, too. */
export const tokenMigrationsWithAccounts: Migrations = {
  async 'tokens/0003-console.additive'(db) {
    await createConsoleTables('text references "user" (id) on delete cascade')(db)
    await endSessionsWithPassword(db)
  },
}

/** Those of a console in which only tokens sign in. */
export const tokenMigrationsWithoutAccounts: Migrations = {
  'tokens/0003-console-without-accounts': createConsoleTables('text'),
}

function createConsoleTables(userId: string): Migrations[string] {
  return toMigration(
    `alter table token add column user_id ${userId}`,
    'alter table token add column granted_by text',
    `create table console_session (
      hash text primary key, token_id text not null references token (id) on delete cascade,
      created_at bigint not null, expires_at bigint not null)`,
  )
}

// A trigger, so that no way to change a password can be forgotten.
async function endSessionsWithPassword(db: Kysely<unknown>): Promise<void> {
  const end = `delete from console_session where token_id in (select id from token where user_id = new."userId")`
  const trigger = sql`create trigger portico_console_password after update of password on account`
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql`${trigger} begin ${sql.raw(end)}; end`.execute(db)
    return
  }
  await sql`create function portico_console_password() returns trigger language plpgsql as ${sql.lit(
    `begin ${end}; return null; end`,
  )}`.execute(db)
  await sql`${trigger} for each row execute function portico_console_password()`.execute(db)
}
