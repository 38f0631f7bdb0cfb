import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../database/open-database.ts'
import { type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { telemetryMigrations } from './tables.ts'

let database: TestDatabase | undefined
afterEach(() => database?.remove())

describe.each(testDatabases)('migrating load reports on $kind', ({ createEmpty }) => {
  test('a running rollout keeps its sums, which its evidence contains under `all`', async () => {
    database = await createEmpty()
    const first = telemetryMigrations['beacon/0001-first']
    const before = await openDatabase(database, { 'beacon/0001-first': first })
    for (const bucket of [10_000, 20_000])
      await sql`insert into metric (rollout, bucket, canary_loads, canary_failures, stable_loads, stable_failures)
        values ('r-1', ${bucket}, 10, 1, 200, 2)`.execute(before.db)
    await before.close()
    const { db, close } = await openDatabase(database, telemetryMigrations)
    expect(await db.selectFrom('load_count').selectAll().execute()).toEqual([
      {
        rollout: 'r-1',
        family: 'all',
        canary_loads: 20,
        canary_failures: 2,
        stable_loads: 400,
        stable_failures: 4,
        canary_first_failures: 0,
        stable_first_failures: 0,
        canary_silent: 0,
        stable_silent: 0,
      },
    ])
    await close()
  })
})
