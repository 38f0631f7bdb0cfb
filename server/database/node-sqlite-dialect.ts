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
const sqliteBusy = 5 // SQLITE_BUSY; its extended codes have it in their low byte
const keptStatements = 256 // preparing costs more than running; the whole server has fewer statements than this

/** Kysely over `node:sqlite`. `file`: a path, or `:memory:`. */
export function createSqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver({ database: async () => open(file) }),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

// SQLite's tables can be made and changed in a transaction; Kysely's own adapter does not claim it. With it (and with
// `begin immediate`) the migrations of two processes that start at once run one after the other, each whole or not.
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDriver extends SqliteDriver {
  #patient: DatabaseConnection | null = null

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#patient ??= patient(await super.acquireConnection())
    return this.#patient
  }

  // A deferred transaction that reads and then writes fails with SQLITE_BUSY at once when another process wrote between.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

// SQLite's own waiting would block the event loop. Only a statement outside of a transaction is ever told to wait: a
// transaction has the write lock from its beginning, and readers need none.
function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const giveUpAt = Date.now() + busyTimeoutMs
      for (;;) {
        try {
          return await connection.executeQuery<Row>(query)
        } catch (cause) {
          if (!isBusy(cause) || Date.now() > giveUpAt) throw cause
          await sleep(busyRetryMs * (1 + Math.random())) // two that wait for each other do not stay in step
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
  // FULL, not NORMAL: in WAL mode NORMAL may lose the last commits at a power cut, and a visitor who was told that the
  // account exists must find it. It costs one fsync a commit; session checks only read.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0')
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const known = statements.get(sql)
      if (known) return known
      const made = statementOf(database.prepare(sql))
      if (statements.size >= keptStatements) statements.clear()
      statements.set(sql, made)
      return made
    },
  }
}

function statementOf(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  }
}

function bindable(value: unknown): string | number | bigint | null | Uint8Array {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(
    `SQLite keeps text, numbers, bytes and null; got ${typeof value}. Store it as JSON text.`,
  )
}
