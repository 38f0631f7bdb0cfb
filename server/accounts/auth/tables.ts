import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { type Migrations, toMigration } from '../../database/migrate.ts'
import { createCallLimits } from '../../http/request-counters.ts'

// The parts of better-auth's tables that our own statements use, with its names.

declare module '../../database/tables.ts' {
  interface Tables {
    user: {
      readonly id: string
      name: string
      email: string
      emailVerified: boolean | number
      /** In lower case. Two usernames that differ only in case, dots and underscores are the same: see `reserved-usernames.ts`. */
      username: string | null
      /** As the visitor typed it. */
      displayUsername: string | null
      /** Whether the visitor verified the address through one of our emails, not only through an OAuth provider. */
      mailConfirmed: boolean | number | null
      createdAt: Time
    }
    session: {
      readonly id: string
      readonly userId: string
      readonly token: string
      expiresAt: Time
    }
    account: {
      readonly id: string
      readonly userId: string
      /** `credential` (a password), `google` or `github`. */
      readonly providerId: string
      readonly accountId: string
      password: string | null
    }
    verification: {
      readonly id: string
      readonly identifier: string
      value: string
      expiresAt: Time
    }
    /** One row, in SQLite: how often the content of verified sessions has changed. */
    session_change: { count: number }
  }
}

/** A point in time: a Date from PostgreSQL, ISO 8601 text from SQLite. */
type Time = Date | string

export const accountMigrations: Migrations = {
  'account/0001-users': createUsers,
  'account/0002-sessions-and-accounts': createSessionsAndAccounts,
  'account/0003-verifications-and-limits': createVerificationsAndLimits,
  'account/0004-session-changes': createSessionChanges,
  'account/0005-shortened-sessions': noticeShortenedSessions,
  // Not unique: accounts may have a name twice, from before two spellings of it were the same.
  'account/0006-usernames.additive': toMigration(
    `create index "user_normalized_username_idx" on "user" (replace(replace(username, '.', ''), '_', ''))`,
  ),
}

const isPostgres = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof PostgresAdapter

function getColumnTypes(db: Kysely<unknown>) {
  return isPostgres(db) ? { boolean: 'boolean', time: 'timestamptz' } : { boolean: 'integer', time: 'date' }
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  const { boolean, time } = getColumnTypes(db)
  await toMigration(
    `create table "user" (
      id text primary key, name text not null, email text not null unique, "emailVerified" ${boolean} not null,
      image text, "createdAt" ${time} not null, "updatedAt" ${time} not null, username text unique,
      "displayUsername" text, "mailConfirmed" ${boolean})`,
  )(db)
}

async function createSessionsAndAccounts(db: Kysely<unknown>): Promise<void> {
  const { time } = getColumnTypes(db)
  await toMigration(
    `create table session (
      id text primary key, "expiresAt" ${time} not null, token text not null unique, "createdAt" ${time} not null,
      "updatedAt" ${time} not null, "ipAddress" text, "userAgent" text,
      "userId" text not null references "user" (id) on delete cascade)`,
    'create index "session_userId_idx" on session ("userId")',
    `create table account (
      id text primary key, "accountId" text not null, "providerId" text not null,
      "userId" text not null references "user" (id) on delete cascade, "accessToken" text, "refreshToken" text,
      "idToken" text, "accessTokenExpiresAt" ${time}, "refreshTokenExpiresAt" ${time}, scope text, password text,
      "createdAt" ${time} not null, "updatedAt" ${time} not null)`,
    'create index "account_userId_idx" on account ("userId")',
    // better-auth doesn't enforce it: two simultaneous first sign-ins would create two visitors for one provider account.
    'create unique index account_provider_idx on account ("providerId", "accountId")',
  )(db)
}

async function createVerificationsAndLimits(db: Kysely<unknown>): Promise<void> {
  const { time } = getColumnTypes(db)
  await toMigration(
    `create table verification (
      id text primary key, identifier text not null, value text not null, "expiresAt" ${time} not null,
      "createdAt" ${time} not null, "updatedAt" ${time} not null)`,
    'create index verification_identifier_idx on verification (identifier)',
  )(db)
  await createCallLimits(db)
}

// What a verified session says, see `accounts/sessions`: that it exists, its user's columns and providers.
const sessionChanges = [
  { table: 'session', on: 'delete', row: 'old', column: 'userId' },
  { table: 'user', on: 'update', row: 'new', column: 'id' },
  { table: 'account', on: 'insert', row: 'new', column: 'userId' },
  { table: 'account', on: 'delete', row: 'old', column: 'userId' },
] as const

// Triggers, so that no statement can be forgotten, not even one of an administrator.
async function createSessionChanges(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) {
    await sql`create table session_change (count integer not null)`.execute(db)
    await sql`insert into session_change (count) values (0)`.execute(db)
  }
  for (const { table, on, row, column } of sessionChanges) {
    const name = `portico_${table}_${on}`
    if (isPostgres(db)) {
      await sql`create function ${sql.id(name)}() returns trigger language plpgsql as ${sql.lit(
        `begin perform pg_notify('portico_session', ${row}."${column}"); return null; end`,
      )}`.execute(db)
      await sql`create trigger ${sql.id(name)} after ${sql.raw(on)} on ${sql.table(table)}
        for each row execute function ${sql.id(name)}()`.execute(db)
    } else {
      await sql`create trigger ${sql.id(name)} after ${sql.raw(on)} on ${sql.table(table)}
        begin update session_change set count = count + 1; end`.execute(db)
    }
  }
}

// Not every update: a session that is extended stays what it was.
async function noticeShortenedSessions(db: Kysely<unknown>): Promise<void> {
  const shortened = sql`new."expiresAt" < old."expiresAt"`
  const trigger = sql`create trigger portico_session_shortened after update of "expiresAt" on session`
  await (isPostgres(db)
    ? sql`${trigger} for each row when (${shortened}) execute function portico_session_delete()`
    : sql`${trigger} when ${shortened} begin update session_change set count = count + 1; end`
  ).execute(db)
}
