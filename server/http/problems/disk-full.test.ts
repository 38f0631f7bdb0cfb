import { accountPaths } from '@portico/kit/account/account-paths.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { startPrerenderedSite } from '../../testing/prerendered-site.ts'
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
  expect([form.statusCode, form.body]).toEqual([503, expect.stringContaining('The site’s disk is full')])
  expect(form.body).toContain('The site is temporarily unavailable. Try again in a moment.')
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

test('a form and an emailed link are answered with a page on a full disk', async () => {
  database = await createTestDatabase()
  server = await startPrerenderedSite(database, {
    pages: [{ path: '/auth/register', access: 'auth', title: 'Register' }],
    html: {
      '/auth/register': `<h1>Register</h1><input id="f-username" aria-invalid="false" name="username"/>
<div id="unavailable" class="hidden" data-result="true"><div role="alert">Try again later</div></div>`,
    },
    css: '.a{}',
  })
  await sql`create table ballast (bytes blob)`.execute(server.db)
  await sql`pragma max_page_count = 1`.execute(server.db)
  for (const table of ['user', 'call_limit'])
    await sql`create trigger ${sql.id(`full_${table}`)} before insert on ${sql.table(table)}
      begin insert into ballast values (zeroblob(1000000)); end`.execute(server.db)
  const form = await server.browser().submit(accountPaths.signUp, account)
  expect([form.statusCode, form.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(form.body).toContain('<div id="unavailable"><div role="alert">')
  expect(form.body).toContain(' name="username" value="ada"')
  const link = { url: `${accountPaths.reset}?token=${'a'.repeat(43)}` }
  const page = await server.app.inject({ ...link, headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '60'])
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store, no-transform',
  })
  expect(page.body).toContain('<h1>The site’s disk is full</h1>')
  expect(page.body).toContain('Try again later. Nothing was changed.')
  // A program is told in its own language.
  expect((await server.app.inject(link)).json()).toMatchObject({ code: 'disk-full' })
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
