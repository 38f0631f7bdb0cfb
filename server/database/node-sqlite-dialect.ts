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

const busyTimeoutMs = 5_000 // a second process waits for the first one's commit, which takes milliseconds
const busyRetryMs = 2
const sqliteBusy = 5 // SQLITE_BUSY; extended codes contain it in their low byte
const maxCachedStatements = 256 // preparing takes longer than running; the whole server has fewer statements than this

/** Kysely dialect for `node:sqlite`. `file`: a path, or `:memory:`. */
export function createSqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver({ database: async () => open(file) }),
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
  #retrying: DatabaseConnection | null = null

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#retrying ??= withRetries(await super.acquireConnection())
    return this.#retrying
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

function open(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  // FULL, because in WAL mode NORMAL may lose the last commits in a power failure, such as an account whose creation was
  // already acknowledged. It costs one fsync per commit, except in `writeUnsynced`; session checks only read.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0')
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
