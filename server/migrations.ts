import { accountMigrations } from './accounts/auth/tables.ts'
import type { Migrations } from './database/migrate.ts'
import { siteSecretMigrations } from './database/site-secret-fingerprint.ts'
import { auditMigrations } from './releases/changes/tables.ts'
import { releaseMigrations } from './releases/storage/tables.ts'
import { tokenMigrations } from './releases/tokens/tables.ts'
import { rolloutMigrations } from './rollouts/control/tables.ts'
import { telemetryMigrations } from './rollouts/load-reports/tables.ts'
import { notificationMigrations } from './rollouts/notifications/tables.ts'
import { previewMigrations } from './rollouts/previews/revoked-previews.ts'

/** The migrations of every feature. */
export const migrations: Migrations = {
  ...accountMigrations,
  ...auditMigrations,
  ...notificationMigrations,
  ...previewMigrations,
  ...releaseMigrations,
  ...rolloutMigrations,
  ...siteSecretMigrations,
  ...telemetryMigrations,
  ...tokenMigrations,
}
