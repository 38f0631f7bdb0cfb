import type { Migration } from 'kysely/migration'
import { accountMigrations } from '../account/migrations.ts'
import { beaconMigrations } from '../beacon/migrations.ts'
import { eventMigrations } from '../events/migrations.ts'
import { releaseMigrations } from '../releases/migrations.ts'
import { rolloutMigrations } from '../rollouts/migrations.ts'
import { tokenMigrations } from '../tokens/migrations.ts'

/** Migrations of one feature: named `<feature>/<four digits>-<what>`, run in the order of their names, never edited. */
export type Migrations = Readonly<Record<string, Migration>>

/** The migrations of every feature. */
export const migrations: Migrations = {
  ...accountMigrations,
  ...beaconMigrations,
  ...eventMigrations,
  ...releaseMigrations,
  ...rolloutMigrations,
  ...tokenMigrations,
}
