import type { AccountTables } from '../account/tables.ts'
import type { BeaconTables } from '../beacon/tables.ts'
import type { EventTables } from '../events/tables.ts'
import type { ReleaseTables } from '../releases/tables.ts'
import type { RolloutTables } from '../rollouts/tables.ts'
import type { TokenTables } from '../tokens/tables.ts'

/** Every table, as Kysely sees it: each feature adds its own. Times are milliseconds since 1970 unless said otherwise. */
export interface Tables
  extends AccountTables,
    BeaconTables,
    EventTables,
    ReleaseTables,
    RolloutTables,
    TokenTables {}
