import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations.ts'
import type { Tables } from './tables.ts'

/** Brings every table to its newest shape; several processes may do so at once. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  // Unordered: each feature numbers its own migrations.
  const provider = { getMigrations: async () => ({ ...migrations }) }
  const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
  if (error) throw error
}
