import { accountMigrations } from './accounts/auth/tables.ts'
import type { Migrations } from './database/migrate.ts'
import { commonMigrations } from './plane-migrations.ts'
import { tokenMigrationsWithAccounts } from './releases/tokens/tables.ts'

export const migrations: Migrations = {
  ...accountMigrations,
  ...commonMigrations,
  ...tokenMigrationsWithAccounts,
}
