import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './tables.ts'

/**
 * Migrations by name, `<feature>/<four digits>-<what>`, run in order of their names. A released migration is never
 * edited. The name of one that the previous version doesn't notice ends in `.additive`: see
 * docs/decisions/044-archive.md.
 */
export type Migrations = Readonly<Record<string, Migration['up']>>

/** A migration that executes these statements, the same on every database. */
export function toMigration(...statements: readonly string[]): Migration['up'] {
  return async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
}

/** Names of migrations that the previous version doesn’t notice. */
export const additive = /\.additive$/

/** A newer version has changed the tables in a way that this one can't work with. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/**
 * Migrates every table to its latest version. Several processes may do so at the same time. Additive migrations of a
 * newer version stay; throws a NewerDatabaseError if there are others.
 */
export async function migrate(db: Db, migrations: Migrations): Promise<void> {
  const later = await findLaterMigrations(db, migrations)
  const breaking = later.filter((name) => !additive.test(name))
  if (breaking.length > 0)
    throw new NewerDatabaseError(
      `A newer version has changed the database (${breaking.join(', ')}). Start that version again, or restore a backup from before the upgrade. A site and the rollout plane alone don't open each other's database.`,
    )
  // Kysely expects every migration that has run.
  const made = Object.fromEntries(later.map((name) => [name, async () => {}]))
  const all = Object.entries({ ...migrations, ...made }).map(([name, up]) => [name, { up }])
  const provider = { getMigrations: async () => Object.fromEntries(all) }
  // Unordered, because each feature numbers its own migrations.
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  if (!error) return
  // A newer version may have migrated in the meantime.
  if ((await findLaterMigrations(db, migrations)).length === later.length) throw error
  await migrate(db, migrations)
}

/** Names of migrations that have run and that this version doesn't know. */
async function findLaterMigrations(db: Db, migrations: Migrations): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name))
}
