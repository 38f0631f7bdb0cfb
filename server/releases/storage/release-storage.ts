import type { Kysely } from 'kysely'
import type { Configuration } from '../../configuration/configuration.ts'
import type { Tables } from '../../database/tables.ts'

/** Where releases and rollouts are stored: in the database, and in the folders and the store of the configuration. */
export interface ReleaseStorage {
  readonly db: Kysely<Tables>
  readonly configuration: Configuration
}
