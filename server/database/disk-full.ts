import type { LogEvent } from 'kysely'

const systemCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const postgresCode = '53100'
const sqliteFull = 13

/** Whether something failed because a disk, a quota or a volume of PostgreSQL is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  const isFull =
    systemCodes.has(code) || code === postgresCode || ('errcode' in error && error.errcode === sqliteFull)
  return isFull || isDiskFull(error.cause)
}

/** Tracks from its queries whether a database's disk is full. */
interface DiskState {
  /** Whether a query has failed because of it, and no insert has succeeded since. */
  isFull(): boolean
  /** Receives every query, like Kysely's logger. */
  observe(event: LogEvent): void
}

/** Starts with space. Deleting and updating may work on a full disk, so only an insert shows that there is space again. */
export function createDiskState(): DiskState {
  let isFull = false
  return {
    isFull: () => isFull,
    observe(event) {
      if (event.level === 'error') isFull ||= isDiskFull(event.error)
      else if (event.query.query.kind === 'InsertQueryNode') isFull = false
    },
  }
}
