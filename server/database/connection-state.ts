import type { DatabaseConnection } from 'kysely'
import { DatabaseUnavailableError, isDatabaseUnavailable } from './database-unavailable.ts'

/** Tracks whether a database is available, from the outcomes of attempts to acquire a connection. */
export interface ConnectionState {
  isUnavailable(): boolean
  /** Acquires a connection, or throws a DatabaseUnavailableError. */
  guard(acquire: () => Promise<DatabaseConnection>): Promise<DatabaseConnection>
  markUnavailable(cause: unknown): void
  /** Allows connections. */
  open(): void
}

interface Listeners {
  /** Called once each time the database becomes unavailable. */
  readonly onError: (error: unknown) => void
  readonly onReturn: () => void
}

/** Starts closed, because no query may run before the tables are migrated. */
export function createConnectionState({ onError, onReturn }: Listeners): ConnectionState {
  let isOpen = false
  let isUnavailable = false
  let isTrying = false
  const markUnavailable = (cause: unknown) => {
    if (!isUnavailable) onError(new DatabaseUnavailableError(cause))
    isUnavailable = true
  }
  return {
    isUnavailable: () => isUnavailable,
    markUnavailable,
    open() {
      isOpen = true
    },
    async guard(acquire) {
      // While it is unavailable one request probes it at a time; the others would only wait for the same timeout.
      if (!isOpen || (isUnavailable && isTrying)) throw new DatabaseUnavailableError()
      isTrying = true
      try {
        const connection = await acquire()
        if (isUnavailable) onReturn()
        isUnavailable = false
        return connection
      } catch (cause) {
        if (!isDatabaseUnavailable(cause)) throw cause
        markUnavailable(cause)
        throw new DatabaseUnavailableError(cause)
      } finally {
        isTrying = false
      }
    },
  }
}
