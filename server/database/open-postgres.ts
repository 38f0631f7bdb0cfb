import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import { type ConnectionState, createConnectionState } from './connection-state.ts'
import type { Database, OpenOptions } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { measureQueries } from './metrics.ts'
import { type Migrations, migrate } from './migrate.ts'
import { createPostgresPool, timeLimits } from './postgres-pool.ts'
import type { Tables } from './tables.ts'
import { createWriteState } from './write-state.ts'

const retryMs = 2_000

/**
 * Opens and migrates PostgreSQL. With `mayBeUnavailable` it also opens if PostgreSQL can't be reached: until it is
 * available and migrated, every query fails immediately with a DatabaseUnavailableError.
 */
export async function openPostgres(
  url: string,
  migrations: Migrations,
  { onError = () => {}, onReturn = () => {}, mayBeUnavailable = false }: OpenOptions,
): Promise<Database> {
  const state = createConnectionState({ onError, onReturn })
  const pool = createPostgresPool(url, onError, timeLimits)
  const dialect = createGuardedDialect(new PostgresDialect({ pool }), state.guard)
  const writes = createWriteState()
  const db = new Kysely<Tables>({ dialect, log: measureQueries(writes.observe) })
  const preparation = createPreparation(async () => {
    await migrateSeparately(url, migrations, onError)
    state.open()
  }, onError)
  try {
    await preparation.attempt()
  } catch (cause) {
    if (!mayBeUnavailable || !isDatabaseUnavailable(cause)) {
      await db.destroy()
      throw cause
    }
    state.markUnavailable(cause)
    preparation.retryLater()
  }
  return {
    db,
    kind: 'postgres',
    isUnavailable: state.isUnavailable,
    getWriteFailure: writes.getFailure,
    getPool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    onceAvailable: preparation.runAfter,
    async close() {
      preparation.stop()
      await db.destroy()
    },
  }
}

// On its own connections, because the others stay closed until every table is migrated.
async function migrateSeparately(
  url: string,
  migrations: Migrations,
  onError: (error: unknown) => void,
): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPostgresPool(url, onError) }) })
  await migrate(db, migrations).finally(() => db.destroy())
}

/** Runs `prepare`, then the tasks that wait for it, and retries whenever the database becomes unavailable. */
function createPreparation(prepare: () => Promise<void>, onError: (error: unknown) => void) {
  const waiting: (() => Promise<void>)[] = []
  let isPrepared = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function attempt(): Promise<void> {
    if (!isPrepared) await prepare()
    isPrepared = true
    for (let task = waiting[0]; task !== undefined; task = waiting[0]) {
      await task().catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) throw error
        onError(error) // such as an invalid build: retrying would not help
      })
      waiting.shift()
    }
  }

  function retryLater(): void {
    timer = setTimeout(() => {
      attempt().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) onError(error)
        if (!isStopped) retryLater()
      })
    }, retryMs)
  }

  return {
    attempt,
    retryLater,
    /** Runs a task now, or after the attempt that succeeds. */
    async runAfter(task: () => Promise<void>): Promise<void> {
      if (isPrepared && waiting.length === 0) await task()
      else waiting.push(task)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** The same dialect, with every connection acquired through `guard`. */
function createGuardedDialect(dialect: Dialect, guard: ConnectionState['guard']): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = (options) => guard(() => acquire(options))
      return driver
    },
  }
}
