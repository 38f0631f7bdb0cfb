import { type FileHandle, open } from 'node:fs/promises'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import { isUnsynced } from './write-unsynced.ts'

const busyTimeoutMs = 5_000 // a second process waits for the first one's commit, which takes milliseconds
const busyRetryMs = 2
const sqliteBusy = 5 // SQLITE_BUSY; extended codes contain it in their low byte
const maxCachedStatements = 256 // preparing takes longer than running; the whole server has fewer statements than this

const readingStatement = /^\s*(?:select|pragma|rollback)\b/i

interface SqliteOptions {
  /** Whether a write is complete only when it is on the disk; not for a file that is synced when it is finished. */
  readonly isSynced?: boolean
}

/** Kysely dialect for `node:sqlite`, with the database at the path `file`. */
export function createSqliteDialect(file: string, { isSynced = true }: SqliteOptions = {}): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(file, isSynced),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

// SQLite supports DDL in transactions, although Kysely's adapter says otherwise. Together with `begin immediate` it makes
// the migrations of two processes that start at the same time run in series, each completely or not at all.
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  readonly #log: SqliteLog | null
  #connection: DatabaseConnection | null = null

  constructor(file: string, isSynced: boolean) {
    const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
    super({ database: cacheStatements(database) })
    this.#database = database
    this.#log = configure(database, isSynced) ? openSqliteLog(file) : null
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= withSync(withRetries(await super.acquireConnection()), this.#database, this.#log)
    return this.#connection
  }

  // A deferred transaction that reads and then writes fails with SQLITE_BUSY if another process has written in between.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  // SQLite has rolled back by itself if the disk is full: this error would hide that one.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((cause: unknown) => {
      if (!(cause instanceof Error && cause.message.includes('no transaction is active'))) throw cause
    })
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#log?.close()
  }
}

/** A write outside a transaction, and a commit, are complete when they are on the disk. */
function withSync(
  connection: DatabaseConnection,
  database: DatabaseSync,
  log: SqliteLog | null,
): DatabaseConnection {
  if (log === null) return connection
  return {
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const result = await connection.executeQuery<Row>(query)
      const isPending = database.isTransaction || readingStatement.test(query.sql)
      if (!isPending && !isUnsynced()) await log.sync()
      return result
    },
  }
}

// SQLite's own busy timeout would block the event loop. Only a statement outside a transaction can find the database busy:
// a transaction holds the write lock from its start, and readers need none.
function withRetries(connection: DatabaseConnection): DatabaseConnection {
  return {
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const deadline = performance.now() + busyTimeoutMs
      for (;;) {
        try {
          return await connection.executeQuery<Row>(query)
        } catch (cause) {
          if (!isBusy(cause) || performance.now() > deadline) throw cause
          await sleep(busyRetryMs * (1 + Math.random())) // jitter, so that two processes do not retry in step
        }
      }
    },
  }
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && Number(cause.errcode) % 0x100 === sqliteBusy
}

/**
 * Sets what a connection needs. Returns whether commits have to be synced: NORMAL alone may lose the last ones in a power
 * failure, such as an account whose creation was already acknowledged. FULL, which syncs them itself, would block the event loop.
 */
function configure(database: DatabaseSync, isSynced: boolean): boolean {
  const { journal_mode: mode } = database.prepare('pragma journal_mode = wal').get() ?? {}
  const hasLog = mode === 'wal' // some file systems can't have one
  database.exec(`pragma synchronous = ${hasLog ? 'normal' : 'full'}; pragma busy_timeout = 0`)
  return hasLog && isSynced
}

function cacheStatements(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const cached = statements.get(sql)
      if (cached) return cached
      const statement = toKyselyStatement(database.prepare(sql))
      if (sql.startsWith('pragma')) return statement // most take effect when they are prepared, each time
      if (statements.size >= maxCachedStatements) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toBindable)),
    run: (parameters) => statement.run(...parameters.map(toBindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(toBindable)),
  }
}

function toBindable(value: unknown): string | number | bigint | null | Uint8Array {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(
    `SQLite stores text, numbers, bytes and null; got ${typeof value}. Store it as JSON text.`,
  )
}

const ioError = 10 // SQLITE_IOERR

/** The write-ahead log of a SQLite database, through which every commit reaches the disk. */
interface SqliteLog {
  /**
   * Waits until everything that was committed is on the disk. A thread of libuv waits for the disk: SQLite’s own sync would block
   * the event loop. Rejects with an error that has SQLite's code.
   */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Opens the log of the database at `file` before its first sync: it exists while the database is open in WAL mode. */
function openSqliteLog(file: string): SqliteLog {
  let handle: FileHandle | undefined
  return {
    async sync() {
      try {
        handle ??= await open(`${file}-wal`, 'r+') // Windows syncs only what it may write
        await handle.datasync()
      } catch (cause) {
        const error = new Error('The database could not be written to the disk.', { cause })
        throw Object.assign(error, { errcode: ioError })
      }
    },
    async close() {
      await handle?.close()
    },
  }
}
