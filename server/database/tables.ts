import type { AccountTables } from '../accounts/auth/tables.ts'
import type { EventTables } from '../delivery/changes/tables.ts'
import type { RolloutTables } from '../delivery/rollouts/tables.ts'
import type { ReleaseTables } from '../delivery/storage/tables.ts'
import type { BeaconTables } from '../delivery/telemetry/tables.ts'
import type { TokenTables } from '../delivery/tokens/tables.ts'

/** Every table, as Kysely sees it: each feature adds its own. Times are milliseconds since 1970 unless said otherwise. */
export interface Tables
  extends AccountTables,
    BeaconTables,
    EventTables,
    ReleaseTables,
    RolloutTables,
    TokenTables {}
