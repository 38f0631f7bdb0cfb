import type { DatabaseConnection } from 'kysely'
import { DatabaseAway, isAway } from './database-unavailable.ts'

/** Knows whether a database can be used, from how taking connections ends. */
export interface Reach {
  isAway(): boolean
  /** Takes a connection, or throws DatabaseAway. */
  pass(acquire: () => Promise<DatabaseConnection>): Promise<DatabaseConnection>
  /** Notes that it cannot be reached. */
  lose(cause: unknown): void
  /** From now on connections may be taken. */
  open(): void
}

interface Heard {
  /** Hears once when the database goes away. */
  readonly onError: (error: unknown) => void
  readonly onReturn: () => void
}

/** Begins closed: nothing may ask before the tables have the shape that it expects. */
export function makeReach({ onError, onReturn }: Heard): Reach {
  let isOpen = false
  let isGone = false
  let isTrying = false
  const lose = (cause: unknown) => {
    if (!isGone) onError(new DatabaseAway(cause))
    isGone = true
  }
  return {
    isAway: () => isGone,
    lose,
    open() {
      isOpen = true
    },
    async pass(acquire) {
      // Of one that is away one call asks at a time: where nothing answers, the others would only wait as long.
      if (!isOpen || (isGone && isTrying)) throw new DatabaseAway()
      isTrying = true
      try {
        const connection = await acquire()
        if (isGone) onReturn()
        isGone = false
        return connection
      } catch (cause) {
        if (!isAway(cause)) throw cause
        lose(cause)
        throw new DatabaseAway(cause)
      } finally {
        isTrying = false
      }
    },
  }
}
