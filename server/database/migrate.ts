import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Tables } from './tables.ts'

/** Migrations by name, `<feature>/<four digits>-<what>`, run in order of their names. A released migration is never edited. */
export type Migrations = Readonly<Record<string, Migration>>

/** Migrates every table to its latest version. Several processes may do so at the same time. */
export async function migrate(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
  const provider = { getMigrations: async () => ({ ...migrations }) }
  // Unordered, because each feature numbers its own migrations.
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  if (error) throw error
}
