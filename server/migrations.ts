import { accountMigrations } from './accounts/auth/tables.ts'
import type { Migrations } from './database/migrate.ts'
import { siteSecretMigrations } from './database/site-secret-fingerprint.ts'
import { auditMigrations } from './delivery/changes/tables.ts'
import { notificationMigrations } from './delivery/notifications/tables.ts'
import { previewMigrations } from './delivery/previews/revoked-previews.ts'
import { rolloutMigrations } from './delivery/rollouts/tables.ts'
import { releaseMigrations } from './delivery/storage/tables.ts'
import { telemetryMigrations } from './delivery/telemetry/tables.ts'
import { tokenMigrations } from './delivery/tokens/tables.ts'

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
