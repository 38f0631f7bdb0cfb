import type { LogEvent } from 'kysely'
import { isDiskFull } from './disk-full.ts'

/** Why nothing can be stored. */
export type WriteFailure = 'full' | 'read-only'

const readOnlyTransaction = '25006' // PostgreSQL, for example on a standby
// SQLite: a read-only file or disk, a disk with errors, a file that can't be opened. Extended codes have more bits.
const sqliteCodes: ReadonlySet<number> = new Set([8, 10, 14])

/** Whether something failed because the database can be read but not written to. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === readOnlyTransaction) return true
  const isSqlite = 'errcode' in error && typeof error.errcode === 'number'
  return (isSqlite && sqliteCodes.has(Number(error.errcode) & 0xff)) || isReadOnly(error.cause)
}

/** Knows from the queries of a database whether it can store something. Starts without a failure. Deleting and updating may work on a full disk, so only an insert ends one. */
export function createWriteState() {
  let failure: WriteFailure | null = null
  return {
    /** Why the last attempt to store something failed; null: it didn't, or something was stored since. */
    getFailure: () => failure,
    /** Receives every query, as Kysely's logger does. */
    observe(event: LogEvent): void {
      if (event.level === 'query') {
        if (event.query.query.kind === 'InsertQueryNode') failure = null
      } else if (isDiskFull(event.error)) failure = 'full'
      else if (isReadOnly(event.error)) failure = 'read-only'
    },
  }
}
