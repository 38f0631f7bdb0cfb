import type { Migrations } from './database/migrate.ts'
import { siteSecretMigrations } from './database/site-secret-fingerprint.ts'
import { createCallLimits } from './http/request-counters.ts'
import { auditMigrations } from './releases/changes/tables.ts'
import { releaseMigrations } from './releases/storage/tables.ts'
import { tokenMigrations, tokenMigrationsWithoutAccounts } from './releases/tokens/tables.ts'
import { rolloutMigrations } from './rollouts/control/tables.ts'
import { telemetryMigrations } from './rollouts/load-reports/tables.ts'
import { notificationMigrations } from './rollouts/notifications/tables.ts'
import { previewMigrations } from './rollouts/previews/revoked-previews.ts'

/** The migrations that the site and the rollout plane alone have in common. */
export const commonMigrations: Migrations = {
  ...auditMigrations,
  ...notificationMigrations,
  ...previewMigrations,
  ...releaseMigrations,
  ...rolloutMigrations,
  ...siteSecretMigrations,
  ...telemetryMigrations,
  ...tokenMigrations,
}

/** The migrations of the rollout plane alone. Neither it nor the site opens the other's database. */
export const planeMigrations: Migrations = {
  ...commonMigrations,
  ...tokenMigrationsWithoutAccounts,
  'plane/0001-limits': createCallLimits,
}
