import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database, OpenOptions } from '../database/database.ts'
import { openDatabase, sqliteFileName } from '../database/open-database.ts'
import { migrations } from '../migrations.ts'

/** Where a test opens its own database: pass it to `openTestDatabase`. */
export interface TestDatabase {
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Removes the database and the folder. Close everything that uses them first. */
  remove(): Promise<void>
}

interface DatabaseKind {
  readonly kind: 'sqlite' | 'postgres'
  /** Creates a migrated database, copied from a template so that migrations run once and not for every suite. */
  create(): Promise<TestDatabase>
  /** Creates a database without tables. */
  createEmpty(): Promise<TestDatabase>
}

const sqlite: DatabaseKind = { kind: 'sqlite', create: createSqlite, createEmpty: createFolder }

/**
 * The databases that a suite runs on: `describe.each(testDatabases)('… on $kind', …)`. SQLite always, PostgreSQL if
 * TEST_DATABASE_URL names a server on which databases may be created.
 */
export const testDatabases: readonly DatabaseKind[] = process.env.TEST_DATABASE_URL
  ? [sqlite, createPostgresKind(process.env.TEST_DATABASE_URL)]
  : [sqlite]

/** A migrated SQLite database, for suites in which the kind of database makes no difference. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createSqlite()
}

/** Opens a database with every migration applied. */
export function openTestDatabase(
  database: Pick<TestDatabase, 'databaseUrl' | 'dataDir'>,
  options?: OpenOptions,
): Promise<Database> {
  return openDatabase(database, migrations, options)
}

async function createFolder(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'))
  return { databaseUrl: null, dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

let sqliteTemplate: Promise<string> | undefined

async function createSqlite(): Promise<TestDatabase> {
  sqliteTemplate ??= createSqliteTemplate()
  const [template, folder] = await Promise.all([sqliteTemplate, createFolder()])
  await copyFile(template, join(folder.dataDir, sqliteFileName))
  return folder
}

async function createSqliteTemplate(): Promise<string> {
  const folder = await createFolder()
  const { close } = await openTestDatabase(folder)
  await close()
  return join(folder.dataDir, sqliteFileName)
}

function createPostgresKind(server: string): DatabaseKind {
  const createFrom = async (template: string): Promise<TestDatabase> => {
    const folder = await createFolder()
    const name = `portico_test_${randomBytes(6).toString('hex')}`
    // By default every block of the template goes through the log, which takes twice the CPU time.
    await run(server, `create database ${name} template ${template} strategy file_copy`)
    const remove = async () => {
      await run(server, `drop database ${name} with (force)`)
      await folder.remove()
    }
    return { ...folder, databaseUrl: getUrl(server, name), remove }
  }
  let template: Promise<string> | undefined
  return {
    kind: 'postgres',
    async create() {
      template ??= ensurePostgresTemplate(server)
      return createFrom(await template)
    },
    createEmpty: () => createFrom('template1'),
  }
}

const templateLock = 7_076_106 // any number that nothing else locks

/** One template for all test processes on this server. It stays there until the migrations change. */
async function ensurePostgresTemplate(server: string): Promise<string> {
  const hash = createHash('sha256').update(Object.keys(migrations).join()).digest('hex').slice(0, 12)
  const name = `portico_template_${hash}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const existing = await client.query('select 1 from pg_database where datname = $1', [name])
    if (existing.rowCount === 0) {
      const draft = `${name}_${randomBytes(4).toString('hex')}`
      await client.query(`create database ${draft}`)
      const { close } = await openTestDatabase({ databaseUrl: getUrl(server, draft), dataDir: tmpdir() })
      await close()
      await client.query(`alter database ${draft} rename to ${name}`)
    }
  } finally {
    await client.end() // which releases the lock
  }
  return name
}

function getUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
