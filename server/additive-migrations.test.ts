import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from './database/database.ts'
import { additive } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import type { Db } from './database/tables.ts'
import { migrations } from './migrations.ts'
import { findBreakingChanges } from './testing/find-breaking-changes.ts'
import { readSchema } from './testing/read-schema.ts'
import { type TestDatabase, testDatabases } from './testing/test-database.ts'

type Change = (db: Db) => Promise<unknown>

describe.each(testDatabases)('migrations of $kind', ({ createEmpty }) => {
  let testDatabase: TestDatabase
  let database: Database
  beforeEach(async () => {
    testDatabase = await createEmpty()
    database = await openDatabase(testDatabase, {})
  })
  afterEach(async () => {
    await database.close()
    await testDatabase.remove()
  })

  /** What the version before would notice of a change. */
  const findNoticed = async (change: Change) => {
    const { db, kind } = database
    const before = await readSchema(db, kind)
    await change(db)
    return findBreakingChanges(before, await readSchema(db, kind))
  }

  test('the version before does not notice those that are called additive', async () => {
    for (const [name, up] of Object.entries(migrations).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const noticed = await findNoticed(up)
      if (additive.test(name)) expect(noticed, name).toEqual([])
    }
  })

  describe('a check of them', () => {
    beforeEach(async () => {
      const { db } = database
      await sql`create table place (id text primary key, name varchar(20) not null, size bigint default 1)`.execute(
        db,
      )
      await sql`create table visit (place text references place (id) on delete cascade, check (place <> ''))`.execute(
        db,
      )
      await sql`create index place_size on place (size)`.execute(db)
    })
    const run = (...statements: readonly string[]): Change => {
      return async (db) => {
        for (const statement of statements) await sql.raw(statement).execute(db)
      }
    }

    test.each([
      'create table note (id text primary key, place text not null references place (id) on delete cascade)',
      'create index visit_place on visit (place)',
      'create view large_place as select id from place where size > 9',
      'alter table place add column colour text',
      "alter table place add column colour text not null default 'red' check (colour <> '')",
      'alter table place add column twin text references place (id) on delete set null',
    ])('accepts: %s', async (statement) => {
      expect(await findNoticed(run(statement))).toEqual([])
    })

    test.each([
      ['drop table visit', 'table visit is gone'],
      ['alter table visit rename to stay', 'table visit is gone'],
      ['alter table place drop column name', 'place.name is gone'],
      ['alter table place rename column name to title', 'place.name is gone'],
      ['drop index place_size', 'index place_size is changed or gone'],
      ['create unique index place_name on place (name)', 'place is limited by'],
      [
        'create table note (place text references place (id))',
        "rows of place can't be deleted while note refers",
      ],
      [
        'alter table place add column twin text references place (id)',
        "rows of place can't be deleted while place",
      ],
    ])('rejects: %s', async (statement, reason) => {
      expect(await findNoticed(run(statement))).toContainEqual(expect.stringContaining(reason))
    })

    test.each([
      [
        'a type that holds less',
        'id text primary key, name varchar(10) not null, size bigint default 1',
        'name is',
      ],
      [
        'another type',
        'id text primary key, name varchar(20) not null, size text default 1',
        'place.size is',
      ],
      [
        'another default',
        'id text primary key, name varchar(20) not null, size bigint default 2',
        'place.size is',
      ],
      ['no default', 'id text primary key, name varchar(20) not null, size bigint', 'place.size is'],
      [
        'a value that is required',
        'id text primary key, name varchar(20) not null, size bigint not null default 1',
        'place.size is',
      ],
      [
        'a new column that must be filled',
        'id text primary key, name varchar(20) not null, size bigint default 1, colour text not null',
        'place.colour must be filled',
      ],
      [
        'a new check',
        'id text primary key, name varchar(20) not null, size bigint default 1, check (size > 0)',
        'place is limited by',
      ],
      ['another key', 'id text, name varchar(20) primary key, size bigint default 1', 'place is limited by'],
    ])('rejects %s in a table that is made again', async (_what, columns, reason) => {
      const change = run('drop table visit', 'drop table place', `create table place (${columns})`)
      expect(await findNoticed(change)).toContainEqual(expect.stringContaining(reason))
    })

    test('rejects a constraint that is gone', async () => {
      const noticed = await findNoticed(run('drop table visit', 'create table visit (place text)'))
      expect(noticed).toEqual([
        expect.stringMatching(/^visit is no longer limited by /),
        expect.stringMatching(/^visit is no longer limited by /),
      ])
    })
  })
})
