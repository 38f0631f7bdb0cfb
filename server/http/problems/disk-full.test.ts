import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testDatabases } from '../../testing/test-database.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let database: TestDatabase
let server: TestServer
afterEach(async () => {
  await server.stop()
  await database.remove()
})

const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
const signUp = () => server.browser().post(accountPaths.signUp, account)
const countUsers = () => server.db.selectFrom('user').select('id').execute()

/** What a visitor gets while the disk is full. */
async function expectDiskFull(): Promise<void> {
  const response = await signUp()
  expect([response.statusCode, response.json().code]).toEqual([503, 'disk-full'])
  expect(response.headers['retry-after']).toBe('60')
  const origin = new URL(server.configuration.publicUrl).origin
  const form = await server.app.inject({
    method: 'POST',
    url: accountPaths.signUp,
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(account).toString(),
  })
  expect([form.statusCode, form.headers.location]).toEqual([303, '/auth/register#unavailable'])
  expect(server.logged.join('')).toContain('disk-full')
  expect(await countUsers()).toEqual([])
}

test('a visitor who signs up on a full disk is asked to come back, and can sign up once there is space', async () => {
  database = await createTestDatabase()
  server = await startTestServer(database)
  await sql`pragma max_page_count = 1`.execute(server.db) // no more pages than there are
  const fill = async () => {
    for (let row = 0; row < 1_000; row += 1)
      await server.db
        .insertInto('call_limit')
        .values({ key: `${row}`.padEnd(500, 'x'), count: 1, endsAt: 1 })
        .execute()
  }
  await expect(fill()).rejects.toThrow('database or disk is full')
  await expectDiskFull()
  await sql`pragma max_page_count = 1000000`.execute(server.db)
  expect((await signUp()).statusCode).toBe(201)
})

test('so is a visitor for whom only the account finds no space, as better-auth hides the cause', async () => {
  database = await createTestDatabase()
  server = await startTestServer(database)
  await sql`create table ballast (bytes blob)`.execute(server.db)
  await sql`pragma max_page_count = 1`.execute(server.db)
  await sql`create trigger full_disk before insert on "user" begin insert into ballast values (zeroblob(1000000)); end`.execute(
    server.db,
  )
  await expectDiskFull()
  await sql`pragma max_page_count = 1000000`.execute(server.db)
  expect((await signUp()).statusCode).toBe(201)
})

const postgres = testDatabases.filter(({ kind }) => kind === 'postgres')
test.each(
  postgres.flatMap(({ create }) => [
    { create, table: 'call_limit' },
    { create, table: 'user' },
  ]),
)(
  'a visitor who signs up while the volume of PostgreSQL is full for table $table is asked to come back',
  async ({ create, table }) => {
    database = await create()
    server = await startTestServer(database)
    await sql`create function fail() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      server.db,
    )
    await sql`create trigger full_disk before insert on ${sql.table(table)} execute function fail()`.execute(
      server.db,
    )
    await expectDiskFull()
    await sql`drop trigger full_disk on ${sql.table(table)}`.execute(server.db)
    expect((await signUp()).statusCode).toBe(201)
  },
)
