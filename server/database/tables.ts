import type { Kysely } from 'kysely'

/**
 * Every table, as Kysely sees it. Each feature declares its own by merging into this interface (see any `tables.ts`), so
 * the database imports no feature. Times are milliseconds since 1970 unless a column says otherwise.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it
export interface Tables {}

export type Db = Kysely<Tables>
