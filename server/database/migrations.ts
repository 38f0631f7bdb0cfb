import type { Migration } from 'kysely/migration'
import { accountMigrations } from '../accounts/auth/migrations.ts'
import { eventMigrations } from '../delivery/changes/migrations.ts'
import { rolloutMigrations } from '../delivery/rollouts/migrations.ts'
import { releaseMigrations } from '../delivery/storage/migrations.ts'
import { beaconMigrations } from '../delivery/telemetry/migrations.ts'
import { tokenMigrations } from '../delivery/tokens/migrations.ts'

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
