import type { Configuration } from '../../configuration/configuration.ts'
import type { Db } from '../../database/tables.ts'

/** Where releases and rollouts are stored: in the database, and in the folders and the store of the configuration. */
export interface ReleaseStorage {
  readonly db: Db
  readonly configuration: Configuration
}
