import type { Db } from './tables.ts'
import type { WriteFailure } from './write-state.ts'

/** An open database with every table at its latest version. */
export interface Database {
  readonly db: Db
  readonly kind: 'sqlite' | 'postgres'
  /** Whether the last attempt to reach it failed. */
  isUnavailable(): boolean
  /** Why the last attempt to store something failed, although it can be reached; null: it didn't. */
  getWriteFailure(): WriteFailure | null
  /** Connections in use and idle, and requests that wait for one; null: the database has no pool. */
  getPool(): { readonly used: number; readonly idle: number; readonly waiting: number } | null
  /** Runs a startup task now or, while the database is unavailable, once it is available. */
  onceAvailable(task: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export interface OpenOptions {
  /** Receives errors of broken connections, and one each time the database becomes unavailable. */
  readonly onError?: (error: unknown) => void
  /** Called when the database is available again. */
  readonly onReturn?: () => void
  /** Opens PostgreSQL even if it can't be reached. */
  readonly mayBeUnavailable?: boolean
}
