import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migrations.ts'
import { startDatabaseProxy } from '../testing/database-proxy.ts'
import {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
  testDatabases,
} from '../testing/test-database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { isDiskFull } from './disk-full.ts'
import { openDatabase } from './open-database.ts'
import { isUniqueViolation } from './unique-violation.ts'

describe.each(testDatabases)('opening a database on $kind', ({ kind, createEmpty }) => {
  let testDatabase: TestDatabase
  beforeAll(async () => {
    testDatabase = await createEmpty()
  })
  afterAll(() => testDatabase.remove())

  test('several processes can open a database at the same time, and every migration runs once', async () => {
    const opened = await Promise.all(Array.from({ length: 5 }, () => openTestDatabase(testDatabase)))
    for (const { db, kind: opens } of opened) {
      expect(opens).toBe(kind)
      expect(await db.selectFrom('user').selectAll().execute()).toEqual([])
    }
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      opened[0]?.db ?? fail(),
    )
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
    await Promise.all(opened.map(({ close }) => close()))
  })

  test('a connection sees only what others have committed', async () => {
    const [first, second] = await Promise.all([
      openTestDatabase(testDatabase),
      openTestDatabase(testDatabase),
    ])
    const row = (key: string) => ({ key, count: 1, endsAt: 2 ** 52 })
    await first.db.insertInto('call_limit').values(row('committed')).execute()
    const failing = first.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('call_limit').values(row('undone')).execute()
      throw new Error('undo')
    })
    await expect(failing).rejects.toThrow('undo')
    expect(await second.db.selectFrom('call_limit').selectAll().execute()).toEqual([row('committed')])
    await Promise.all([first.close(), second.close()])
  })

  test('concurrent read-then-write transactions lose no update', async () => {
    const opened = await Promise.all([openTestDatabase(testDatabase), openTestDatabase(testDatabase)])
    await opened[0]?.db.insertInto('call_limit').values({ key: 'sum', count: 0, endsAt: 0 }).execute()
    const addRow = ({ db }: (typeof opened)[number]) =>
      db.transaction().execute(async (transaction) => {
        const query = transaction.selectFrom('call_limit').select('count').where('key', '=', 'sum')
        const { count } = await (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
        await transaction
          .updateTable('call_limit')
          .set({ count: count + 1 })
          .where('key', '=', 'sum')
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, (_, n) => addRow(opened[n % 2] ?? fail())))
    const sum = await opened[1]?.db
      .selectFrom('call_limit')
      .select('count')
      .where('key', '=', 'sum')
      .executeTakeFirst()
    expect(sum).toEqual({ count: 20 })
    await Promise.all(opened.map(({ close }) => close()))
  })

  test('a unique violation is distinguished from other errors', async () => {
    const { db, close } = await openTestDatabase(testDatabase)
    const insert = () => db.insertInto('call_limit').values({ key: 'twice', count: 1, endsAt: 0 }).execute()
    await insert()
    const again = await insert().catch((error: unknown) => error)
    const wrong = await sql`select nothing from nowhere`.execute(db).catch((error: unknown) => error)
    expect([isUniqueViolation(again), isUniqueViolation(wrong)]).toEqual([true, false])
    await close()
  })

  test('a session requires an existing user', async () => {
    const { db, close } = await openTestDatabase(testDatabase)
    const time = new Date().toISOString()
    const orphan = sql`insert into session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
      values ('s', ${time}, 't', ${time}, ${time}, 'nobody')`
    await expect(orphan.execute(db)).rejects.toThrow(/foreign key/i)
    await close()
  })

  test('a version works with additive migrations of a newer one, which then finds them made', async () => {
    const later = 'later/0001-colour.additive'
    const newer = {
      ...migrations,
      [later]: (db: Kysely<unknown>) =>
        db.schema.alterTable('call_limit').addColumn('colour', 'text').execute(),
    }
    const older = await openTestDatabase(testDatabase)
    const upgraded = await openDatabase(testDatabase, newer)
    const downgraded = await openTestDatabase(testDatabase)
    for (const [key, { db }] of Object.entries({ older, upgraded, downgraded }))
      await db.insertInto('call_limit').values({ key, count: 1, endsAt: 0 }).execute()
    const again = await openDatabase(testDatabase, newer)
    const { rows } = await sql`select name from kysely_migration where name = ${later}`.execute(again.db)
    expect(rows).toHaveLength(1)
    await Promise.all([older, upgraded, downgraded, again].map(({ close }) => close()))
  })

  test('a database with other migrations of a newer version is rejected, and says what to do', async () => {
    const { db, close } = await openTestDatabase(testDatabase)
    await sql`insert into kysely_migration (name, timestamp) values ('later/0002-other', ${new Date().toISOString()})`.execute(
      db,
    )
    await close()
    await expect(openTestDatabase(testDatabase)).rejects.toThrow(
      "The database can't be opened: A newer version has changed the database (later/0002-other). Start that version again, or restore a backup",
    )
  })
})

describe.each(testDatabases.filter(({ kind }) => kind === 'postgres'))(
  'time limits of $kind',
  ({ create }) => {
    let testDatabase: TestDatabase
    beforeAll(async () => {
      testDatabase = await create()
    })
    afterAll(() => testDatabase.remove())

    const openWith = (limits: Record<string, string>) => {
      const url = new URL(testDatabase.databaseUrl ?? fail())
      for (const [name, value] of Object.entries(limits)) url.searchParams.set(name, value)
      return openTestDatabase({ ...testDatabase, databaseUrl: url.href })
    }
    const holdLock = sql`select pg_advisory_xact_lock(4711)`

    test('every connection has time limits for statements, locks and idle transactions', async () => {
      const { db, close } = await openTestDatabase(testDatabase)
      const show = async (name: string) => {
        const { rows } = await sql<Record<string, string>>`show ${sql.raw(name)}`.execute(db)
        return rows[0]?.[name]
      }
      expect([
        await show('statement_timeout'),
        await show('lock_timeout'),
        await show('idle_in_transaction_session_timeout'),
      ]).toEqual(['10s', '5s', '4s'])
      await close()
    })

    test('a server that freezes in a transaction loses its locks, and the others continue', async () => {
      const [frozen, other] = await Promise.all([
        openWith({ idle_in_transaction_session_timeout: '200' }),
        openTestDatabase(testDatabase),
      ])
      const locked = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<void>()
      const failing = frozen.db.transaction().execute(async (trx) => {
        await holdLock.execute(trx)
        locked.resolve()
        await ended.promise
        await sql`select 1`.execute(trx)
      })
      const failed = failing.catch((error: unknown) => error)
      await locked.promise
      await other.db.transaction().execute((trx) => holdLock.execute(trx)) // as soon as the lock is free
      ended.resolve()
      expect(isDatabaseUnavailable(await failed)).toBe(true)
      expect((await sql`select 1`.execute(frozen.db)).rows).toHaveLength(1)
      await Promise.all([frozen.close(), other.close()])
    })

    test('a server that freezes without closing its connections delays no query for long', async () => {
      const proxy = await startDatabaseProxy(testDatabase.databaseUrl ?? fail())
      const url = new URL(proxy.databaseUrl)
      url.searchParams.set('statement_timeout', '500')
      const { db, close } = await openTestDatabase({ ...testDatabase, databaseUrl: url.href })
      await sql`select 1`.execute(db)
      proxy.freeze()
      const error = await sql`select 1`.execute(db).catch((cause: unknown) => cause)
      expect([String(error), isDatabaseUnavailable(error)]).toEqual([
        expect.stringContaining('has not responded'),
        true,
      ])
      await proxy.open()
      expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
      await close()
      await proxy.refuse()
    })

    test('a request that waits too long for a lock or a statement can be repeated', async () => {
      const [holder, waiting] = await Promise.all([
        openTestDatabase(testDatabase),
        openTestDatabase(testDatabase),
      ])
      await holder.db.transaction().execute(async (trx) => {
        await holdLock.execute(trx)
        for (const statement of [holdLock, sql`select pg_sleep(30)`]) {
          // Only now, as opening a database may take longer on a busy machine.
          const late = waiting.db.transaction().execute(async (waitingTrx) => {
            await sql`set local lock_timeout = 50`.execute(waitingTrx)
            await sql`set local statement_timeout = 100`.execute(waitingTrx)
            await statement.execute(waitingTrx)
          })
          expect(isDatabaseUnavailable(await late.catch((error: unknown) => error))).toBe(true)
        }
      })
      await Promise.all([holder.close(), waiting.close()])
    })
  },
)

test('a transaction on a full disk fails with that reason', async () => {
  const database = await createTestDatabase()
  const { db, close } = await openTestDatabase(database)
  await sql`pragma max_page_count = 1`.execute(db) // no more pages than there are
  const write = db.transaction().execute(async (trx) => {
    for (let row = 0; row < 1_000; row += 1)
      await trx
        .insertInto('call_limit')
        .values({ key: `${row}`.padEnd(1_000, 'x'), count: 1, endsAt: 1 })
        .execute()
  })
  await expect(write).rejects.toThrow('database or disk is full')
  expect(isDiskFull(await write.catch((error: unknown) => error))).toBe(true)
  await close()
  await database.remove()
})

test('only its owner can read the SQLite file', async () => {
  const testDatabase = await testDatabases[0]?.createEmpty()
  const { close } = await openTestDatabase(testDatabase ?? fail())
  const { mode } = await stat(join(testDatabase?.dataDir ?? '', 'portico.sqlite'))
  expect(mode & 0o777).toBe(0o600)
  await close()
  await testDatabase?.remove()
})

test('an unusable data folder is reported', async () => {
  const failed = openTestDatabase({ databaseUrl: null, dataDir: join(import.meta.filename, 'folder') })
  await expect(failed).rejects.toThrow(/^DATA_DIR: expected a folder that can be created/)
})

test.each([
  ['postgres://nobody:hunter2@127.0.0.1:1/none', 'Check that the server in DATABASE_URL is running'],
])('an unreachable server is reported without its password', async (databaseUrl, sentence) => {
  const failed = openTestDatabase({ databaseUrl, dataDir: '' })
  await expect(failed).rejects.toThrow(sentence)
  await expect(failed).rejects.not.toThrow('hunter2')
})

function fail(): never {
  throw new Error('no database')
}
